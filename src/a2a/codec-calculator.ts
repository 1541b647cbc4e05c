// The dialect of the calculator example: a 1.0 method name, 0.3 parts, a message that needs no id. Its answer has one fixed
// shape and key order, which the agents that speak it compare with. Only messages are spoken in this dialect, so all other
// methods are read as in 0.3.

import type { Codec } from './codec.ts';
import { codecV03, readSendMessageV03 } from './codec-v03.ts';
import { compileParamsReader } from './params-reader.ts';
import { sendMessageCalculator } from './schema-v03.ts';
import { writePartsV03 } from './write-v03.ts';

const checkSendMessage = compileParamsReader(sendMessageCalculator);

export const codecCalculator: Codec = {
  ...codecV03,
  dialect: 'calculator',
  prefersMessages: true,
  readSendMessage: (params) => readSendMessageV03(checkSendMessage(params)),
  writeMessage: ({ messageId, contextId, parts }) =>
    `{"messageId":${JSON.stringify(messageId)},"contextId":${JSON.stringify(contextId)},"role":"agent","parts":${writePartsV03(parts)},"kind":"message","metadata":{}}`,
};
