import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** Absolute paths of the checkout's parts that the host reads. */
export const projectPaths = {
  root,
  migrations: path.join(root, 'supabase', 'migrations'),
  functions: path.join(root, 'supabase', 'functions'),
  build: path.join(root, 'build'),
};
