import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

/** The test page with the portal's media layer, built as the portal is: workers as files, no inline script. */
export async function buildSite(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'teleward-media-page-'))
  await build({
    root: join(import.meta.dirname, 'page'),
    configFile: false,
    logLevel: 'warn',
    base: './',
    build: { outDir, emptyOutDir: true, minify: false, target: 'es2022', assetsInlineLimit: 0, modulePreload: false },
    worker: { format: 'es' },
  })
  return outDir
}
