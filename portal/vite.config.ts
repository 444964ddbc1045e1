import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { tokensCss } from './src/ui/theme/css.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** The same sources give the same version, on every machine; any change of them gives another (SHELL-11). */
function buildVersion(): string {
  const { version } = JSON.parse(readFileSync(join(here, '../package.json'), 'utf8')) as { version: string }
  const hash = createHash('sha256')
  const sources = [join(here, 'src'), join(here, 'public'), join(here, '../contract/src')].flatMap(filesUnder)
  for (const file of [...sources, join(here, 'index.html'), join(here, '../package-lock.json')])
    hash.update(readFileSync(file))
  return `${version}+${hash.digest('hex').slice(0, 10)}`
}

const version = buildVersion()

const versionFile: Plugin = {
  name: 'version-file',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify({ version }) })
  },
}

const TOKENS = 'virtual:tokens.css'
const tokens: Plugin = {
  name: 'tokens-css',
  resolveId: (id) => (id === TOKENS ? `\0${TOKENS}` : undefined),
  load: (id) => (id === `\0${TOKENS}` ? tokensCss() : undefined),
}

/** The API's description is the server's matter: what makes JSON Schema of a shape is 7 kB that no page would ever run. */
const schemas: Plugin = {
  name: 'without-json-schema',
  enforce: 'pre',
  load(id) {
    if (!/zod.v4.core.(json-schema-processors|to-json-schema)\.js$/.test(id)) return undefined
    const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
    // What each shape is given as its method says why it is none, to whoever should call it one day.
    const absent = `const absent = () => () => { throw new Error('the portal is built without JSON Schema') }`
    return [absent, ...names.map((name) => `export const ${name} = absent`), 'export { absent as process }'].join('\n')
  },
}

/** How a list becomes a file is the server's matter: the portal asks for the file, and leaves its columns and words out. */
const sheets: Plugin = {
  name: 'without-sheets',
  enforce: 'pre',
  load(id) {
    if (!/contract.src.(?!core.)[a-z]+.sheets?\.ts$/.test(id)) return undefined
    const names = [...readFileSync(id, 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name]) => name)
    return names.map((name) => `export const ${name} = undefined`).join('\n')
  },
}

export default defineConfig({
  root: here,
  plugins: [react(), tokens, sheets, schemas, versionFile],
  define: { __BUILD_VERSION__: JSON.stringify(version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    chunkSizeWarningLimit: 900,
    // Data URLs are refused by the content security policy for scripts, and for the rest one rule is simpler than two.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What most screens share is one file, not fifty: each file costs a request, its glue, and what compression would save.
    // Not the form's drawer: it would bring Ant Design's into the sign-in page.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules.(react|react-dom|scheduler)./ },
            { name: 'icons', test: /@ant-design.icons/, minShareCount: 4 },
            // What nearly every screen takes of Ant Design; with a lower count it holds what the first list does without.
            {
              name: 'antd',
              test: /node_modules.(antd|@rc-component|@ant-design.(cssinjs|fast-color))./,
              minShareCount: 40,
            },
            {
              name: 'frame',
              test: /portal.src.(ui|patterns(?!.(FormDrawer|FilterSelect|MemberPicker|SearchBox))|app|api).|contract.src./,
              minShareCount: 14,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: proxyTo(process.env.API ?? 'http://127.0.0.1:8080') },
})

function proxyTo(target: string) {
  return Object.fromEntries(
    ['/his', '/comm', '/partner', '/socket.io', '/files'].map((path) => [path, { target, ws: path === '/socket.io' }]),
  )
}
