// contract/data/errors.tsv → contract/src/core/errors.gen.ts and one file of texts per language.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { banner, parseTsv, quote } from './tsv.ts'

const root = join(import.meta.dirname, '../..')
const locales = ['zh-TW', 'zh-CN', 'en'] as const
const head = banner('contract/data/errors.tsv', 'scripts/gen/errors.ts')

/** File name → content. The portal loads the texts of one language only, so they are apart from the codes. */
export function errorFiles(tsv: string): Record<string, string> {
  const rows = parseTsv(tsv)
  const codes = rows.map((row) => {
    const code = row.code ?? ''
    const http = row.http === '-' ? 'null' : row.http
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(code)) throw new Error(`not a code: ${code}`)
    if (!/^(null|[2-5]\d\d)$/.test(http ?? '')) throw new Error(`${code}: not a status: ${http}`)
    return `  ${code}: { http: ${http}, area: ${quote(row.area ?? '')} },`
  })
  if (new Set(rows.map((row) => row.code)).size !== rows.length) throw new Error('a code occurs twice')
  const files: Record<string, string> = {
    'errors.gen.ts':
      `${head}\n/** Every code of the product; \`http\` is null where a code never answers a call. */\n` +
      `export const errors = {\n${codes.join('\n')}\n} as const satisfies Record<string, { http: number | null; area: string }>\n\n` +
      'export type ErrorCode = keyof typeof errors\n',
  }
  for (const locale of locales) {
    const texts = rows.map((row) => {
      if (!row[locale]) throw new Error(`${row.code}: no text in ${locale}`)
      return `  ${row.code}: ${quote(row[locale])},`
    })
    files[`errors.${locale}.gen.ts`] =
      `${head}import type { ErrorCode } from './errors.gen.ts'\n\n` +
      `export const errorTexts: Readonly<Record<ErrorCode, string>> = {\n${texts.join('\n')}\n}\n`
  }
  return files
}

if (import.meta.main) {
  const files = errorFiles(readFileSync(join(root, 'contract/data/errors.tsv'), 'utf8'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'contract/src/core', name), text)
}
