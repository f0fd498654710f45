import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ isSsrBuild }) => ({
  publicDir: 'web/public',
  plugins: [tailwindcss(), reactRouter()],
  build: {
    target: 'es2022',
    ...(isSsrBuild ? { rollupOptions: { input: './web/src/server.ts' } } : {}),
  },
}));
