import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { chunkGroups } from './vite/chunks.ts'
import { contractPlugin, pagesPlugin, tokensPlugin } from './vite/contract-plugin.ts'

const server = process.env.HUOQIAO_SERVER ?? 'http://127.0.0.1:3688'

const routerBuild = (file: string): string =>
  fileURLToPath(new URL(`../../node_modules/react-router/dist/production/${file}`, import.meta.url))

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), contractPlugin(), tokensPlugin(), pagesPlugin()],
  resolve: {
    alias: [
      // Ant Design falls back to English where a part stands outside its provider, and loads both: the console has one language.
      { find: /^(.*\/locale|\.)\/en_US$/, replacement: '$1/zh_CN' },
      // The package's own entry is its development build, whatever the mode: warnings and checks that nobody reads here.
      { find: /^react-router$/, replacement: routerBuild('index.mjs') },
      { find: /^react-router\/dom$/, replacement: routerBuild('dom-export.mjs') },
    ],
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    // Calls go to the server; pages, which never begin with these words, are the console's.
    proxy: { '^/(api|admin|shopify|mock|files)/': { target: server, changeOrigin: false } },
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      treeshake: {
        // The index files of lib/ and ui/ re-export much, and so do the packages of Ant Design's parts, which do not say that nothing
        // happens on import: a page takes with it only what it uses of them. The same goes for the readers of barcodes.
        moduleSideEffects: (id) =>
          !/[/\\]src[/\\](lib|ui)[/\\][^?]+\.tsx?$|[/\\]node_modules[/\\](@rc-component|@zxing)[/\\]/.test(id),
      },
    },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Data URLs of scripts and fonts would need a wider content-security policy; small pictures may stay inline.
    assetsInlineLimit: (file) => (/\.(svg|png|webp)$/.test(file) ? undefined : false),
  },
})
