import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';

/** The server that `npm run dev -w ui` talks to. */
const target = process.env.JARVIS_DEV_TARGET ?? 'http://127.0.0.1:18008';

/**
 * Hands requests on to the server under the server's own Host and Origin, so that its origin rule needs no exception
 * for development. Only what this page itself sent is renamed: what a foreign site sends keeps its Origin and is
 * refused by the server as ever.
 */
function toServer(options: ProxyOptions = {}): ProxyOptions {
  const rename = (outgoing: { setHeader(name: string, value: string): unknown }, origin?: string, host?: string) => {
    if (origin !== undefined && origin === `http://${host}`) outgoing.setHeader('origin', target);
  };
  return {
    target,
    changeOrigin: true,
    configure: (proxy) => {
      proxy.on('proxyReq', (outgoing, request) => rename(outgoing, request.headers.origin, request.headers.host));
      proxy.on('proxyReqWs', (outgoing, request) => rename(outgoing, request.headers.origin, request.headers.host));
    },
    ...options,
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': toServer(), '/v1': toServer(), '/gateway': toServer({ ws: true }) },
  },
  build: {
    // The page is served under a policy without `data:` and without inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
