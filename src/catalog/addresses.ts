// Where skills and agents are found below the base URL of the gateway.

export function skillPath(id: string): string {
  return `/skills/${encodeURIComponent(id)}`;
}

export function inputSchemaPath(id: string): string {
  return `${skillPath(id)}/input-schema`;
}

export function outputSchemaPath(id: string): string {
  return `${skillPath(id)}/output-schema`;
}

/** What an agent beside the root has its card and its endpoint below. */
export function agentPath(id: string): string {
  return `/agents/${encodeURIComponent(id)}`;
}

export const cardPath = '/.well-known/agent-card.json';
