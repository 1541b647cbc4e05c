// `multipleOf` in decimal arithmetic. Ajv divides doubles, by which 0.07 is no multiple of 0.01: prices would be refused. A number is
// taken as the decimal that it is written as. JSON Schema 2020-12 Validation §6.2.1.

import type { FuncKeywordDefinition, SchemaValidateFunction } from 'ajv';

export const multipleOf: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  errors: true,
  compile: (divisor: number) => {
    const check: SchemaValidateFunction = (value: number) => {
      if (isMultiple(value, divisor)) return true;
      check.errors = [
        { keyword: 'multipleOf', params: { multipleOf: divisor }, message: `must be multiple of ${divisor}` },
      ];
      return false;
    };
    return check;
  },
};

export function isMultiple(value: number, divisor: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value)) return false;
  const [one, other] = [toDecimal(value), toDecimal(divisor)];
  const exponent = Math.min(one.exponent, other.exponent);
  const scale = ({ digits, exponent: own }: Decimal): bigint => digits * 10n ** BigInt(own - exponent);
  return scale(one) % scale(other) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function toDecimal(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}
