// Measures the JavaScript a browser loads for the login page and for the first list, gzipped, from the build's manifest:
// the entry, what it imports statically, and the lazy chunks each page asks for. Fails when a page is over its budget.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = join(dirname(fileURLToPath(import.meta.url)), '../portal/dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

const TEXTS = ['common', 'shell', 'screens', 'auth'].map((domain) => `src/i18n/zh-TW/${domain}.ts`)
const BOOT = ['index.html', 'src/i18n/platform/zh-TW.ts', ...TEXTS]
const LOGIN = [...BOOT, 'src/features/auth/LoginPage.tsx']
const LIST = [
  ...BOOT,
  'src/app/MainLayout.tsx',
  'src/shell/antdPart.tsx',
  'src/i18n/platform/antd-zh-TW.ts',
  'src/app/SignedIn.tsx',
  'src/features/calls/CallRoot.tsx',
  'src/i18n/zh-TW/calls.ts',
  'src/i18n/zh-TW/appointments.ts',
  'src/features/appointments/AppointmentsPage.tsx',
]
const pages = [
  { name: 'login', limitKb: 250, roots: LOGIN },
  { name: 'first list', limitKb: 450, roots: LIST },
]

function filesOf(roots) {
  const files = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const root of roots) visit(root)
  return [...files].filter((file) => file.endsWith('.js'))
}

let over = false
for (const { name, limitKb, roots } of pages) {
  const missing = roots.filter((root) => !manifest[root])
  const files = filesOf(roots).map((file) => [file, gzipSync(readFileSync(join(dist, file))).length])
  const kb = files.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000
  const verdict = kb <= limitKb ? 'ok' : 'OVER'
  console.log(`${name}: ${kb.toFixed(1)} kB gzip of ${limitKb} kB, ${files.length} files: ${verdict}`)
  if (missing.length) console.log(`  not in the build: ${missing.join(', ')}`)
  if (process.argv.includes('--files'))
    for (const [file, bytes] of files.sort((a, b) => b[1] - a[1]))
      console.log(`  ${(bytes / 1000).toFixed(1)}  ${file}`)
  if (kb > limitKb || missing.includes(roots.at(-1))) over = true
}
process.exit(over ? 1 : 0)
