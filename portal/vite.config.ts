import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
// @ts-expect-error: a table without types.
import dictionary from '../node_modules/dcmjs/generate/dictionary.mjs'
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

/** What pdf.js asks for beside its code: Adobe's tables of Chinese letters, the standard fonts, decoders of pictures; not its scripts. */
const PDFJS: Plugin = {
  name: 'pdfjs-files',
  generateBundle() {
    const from = join(here, '../node_modules/pdfjs-dist')
    for (const folder of ['cmaps', 'standard_fonts', 'wasm'])
      for (const file of filesUnder(join(from, folder)).filter((one) => !one.includes('quickjs')))
        this.emitFile({ type: 'asset', fileName: `pdfjs/${folder}/${basename(file)}`, source: readFileSync(file) })
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

/**
 * Of Cornerstone's image loader the parts that make an image of a frame's bytes: its index, the only door of the package,
 * brings a DICOM parser and network loaders along, which are the server's matter here.
 */
const loader = join(here, '../node_modules/@cornerstonejs/dicom-image-loader/dist/esm')

/** Its decoders name their wasm by a package, which a browser cannot look up: they get the address of the built file. */
const wasmOfCodecs: Plugin = {
  name: 'wasm-of-codecs',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('dicom-image-loader') || !code.includes('new URL(')) return undefined
    const imports: string[] = []
    const text = code.replace(/new URL\('(@cornerstonejs\/codec-[^']+)', import\.meta\.url\)/g, (_, wasm: string) => {
      imports.push(`import wasm${imports.length} from '${wasm}?url'`)
      return `new URL(wasm${imports.length - 1}, self.location.href)`
    })
    return imports.length ? { code: [...imports, text].join('\n'), map: null } : undefined
  },
}

/**
 * Cornerstone's core brings a DICOM parser with its dictionary and a reader of XML meshes along, both of which want Node. The
 * server reads DICOM here, and no mesh is shown: what asks for either is told so. Its loggers stay, and are quiet below an error.
 */
const absent = (what: string) =>
  `class Absent { constructor() { throw new Error('the portal is built without ${what}') } }`
/** Of its dictionary what it looks words up by: number, kind, name, how many values. */
const words = (Object.values(dictionary) as { tag: string; vr: string; name: string; vm: string }[]).map(
  ({ tag, vr, name, vm }) => [tag, vr, name, vm],
)
const leaves: Readonly<Record<string, string>> = {
  dcmjs: `import log from 'loglevel'
    log.setDefaultLevel('error')
    ${absent('a DICOM parser')}
    export { log }
    export const constants = { IMPLICIT_LITTLE_ENDIAN: '1.2.840.10008.1.2', EXPLICIT_LITTLE_ENDIAN: '1.2.840.10008.1.2.1',
      EXPLICIT_BIG_ENDIAN: '1.2.840.10008.1.2.2', DEFLATED_EXPLICIT_LITTLE_ENDIAN: '1.2.840.10008.1.2.1.99' }
    const entries = ${JSON.stringify(words)}.map(([tag, vr, name, vm]) => ({ tag, vr, name, vm }))
    const by = (key) => Object.fromEntries(entries.map((one) => [one[key], one]))
    export default { async: { AsyncDicomReader: Absent }, data: { DicomMetaDictionary: { dictionary: by('tag'), nameMap: by('name') } },
      utilities: { DicomMetadataListener: Absent } }`,
  xmlbuilder2: `${absent('XML meshes')}\nexport const create = () => new Absent()`,
}
const withoutNode: Plugin = {
  name: 'cornerstone-without-node',
  enforce: 'pre',
  resolveId: (id) => (id in leaves ? `\0${id}` : undefined),
  load: (id) => (id.startsWith('\0') ? leaves[id.slice(1)] : undefined),
}

export default defineConfig({
  root: here,
  resolve: { alias: [{ find: /^#dicom-loader/, replacement: loader }] },
  worker: { format: 'es', plugins: () => [withoutNode, wasmOfCodecs] },
  plugins: [react(), tokens, sheets, schemas, withoutNode, versionFile, PDFJS],
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
        // Every page loads the list of all files: their names are no longer than they must be.
        ...{ chunkFileNames: 'assets/[name]-[hash:7].js', assetFileNames: 'assets/[name]-[hash:7][extname]' },
        codeSplitting: {
          groups: [
            // By itself, and so before all that is imported after it: in the entry it would run when everything else has.
            { name: 'older', test: /portal.src.lib.older/ },
            { name: 'react', test: /node_modules.(react|react-dom|scheduler)./ },
            { name: 'icons', test: /@ant-design.icons/, minShareCount: 12 },
            // What nearly every screen takes of Ant Design; with a lower count it holds what the first list does without.
            {
              name: 'antd',
              test: /node_modules.(antd|@rc-component|@ant-design.(cssinjs|fast-color))./,
              minShareCount: 86,
            },
            // What every page starts with. Ant Design stays out of it: the sign-in page does without.
            {
              name: 'shell',
              test: /portal.src.(app.(features|routes|watch-navigation|sessionWatch|App\.)|shell.(?!antdPart|into-note))/,
            },
            // Lists, number fields and what only they read stay out of it as well.
            {
              name: 'frame',
              test: /portal.src.(ui(?!.(GrowingArea|number-entry|NumberField))|patterns(?!.(FormDrawer|FormModal|FilterSelect|FormLines|MemberPicker|SearchBox|useFaults|DayPicker|List|windowed))|app|lib|api).|contract.src.(?!(registration|members).endpoints|(monitoring|files|products|consents).|core.figure)/,
              minShareCount: 22,
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
