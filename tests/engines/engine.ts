import type { Target } from './look.ts';

/** A window of a browser, with what a journey does in it: so that each journey is written once for all engines. */
export interface EngineWindow {
  open(address: string): Promise<void>;
  /** @returns the address that the window shows */
  address(): Promise<string>;
  /** Waits for the thing, then presses it as a person does. */
  press(target: Target): Promise<void>;
  /** Waits for the field, then types. */
  type(target: Target, text: string): Promise<void>;
  /** Whether the thing can be seen now. */
  sees(target: Target): Promise<boolean>;
  /** Runs a function in the page; it uses nothing but its parameter. A promise is waited for. */
  run<R, P = undefined>(script: (parameter: P) => R | Promise<R>, parameter?: P): Promise<R>;
  takePicture(file: string): Promise<void>;
  close(): Promise<void>;
}

export interface Engine {
  /** As the browser says it. */
  version: string;
  /** A window of its own profile: it knows nothing of others. */
  openWindow(size: { width: number; height: number }): Promise<EngineWindow>;
  close(): Promise<void>;
}

export interface EngineKind {
  name: 'firefox' | 'webkit';
  /** What of it is not on this machine; nothing where all is. */
  missing(): string[];
  /** What installs it on Debian and Ubuntu. */
  packages: string;
  start(): Promise<Engine>;
}

/** How long a journey waits for what it looks for. */
export const PATIENCE_MS = 20_000;
