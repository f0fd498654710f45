type LogMethod = (fields: object, message: string) => void;

/** What the sandbox needs of a logger; the host's own is one. */
export type SandboxLog = Record<'info' | 'warn' | 'error', LogMethod>;
