// contract/data/permissions.tsv → contract/src/core/permissions.gen.ts and docs/permissions.md
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { banner, parseTsv, quote } from './tsv.ts'

const root = join(import.meta.dirname, '../..')

export function permissionFile(tsv: string): string {
  const rows = parseTsv(tsv)
  const types = Object.keys(rows[0] ?? {}).filter((column) => column !== 'permission' && column !== 'meaning')
  const table = rows.map((row) => {
    const rights = types.map((type) => {
      const right = row[type] ?? ''
      if (!/^[ypog-]$/.test(right)) throw new Error(`${row.permission}, ${type}: not a right: ${right}`)
      return right
    })
    return `  ${quote(row.permission ?? '')}: ${quote(rights.join(''))},`
  })
  const meanings = rows.map((row) => `  ${quote(row.permission ?? '')}: ${quote(row.meaning ?? '')},`)
  return `${banner('contract/data/permissions.tsv', 'scripts/gen/permissions.ts')}
/**
 * y: in the units of the account; o: only one's own records (booked by me, assigned to me, I took part, my patients);
 * p: may prepare, another signs; g: only by a grant; -: no.
 */
export type Right = 'y' | 'o' | 'p' | 'g' | '-'

/** Columns of the table; an account's \`doctortype\` is one of them. */
export const staffTypes = [
${types.map((type) => `  ${quote(type)},`).join('\n')}
] as const
export type StaffType = (typeof staffTypes)[number]

/** Of each permission its rights in the order of the columns, a letter each: a page that signs somebody in loads them. */
const rows = {
${table.join('\n')}
} as const
export type Permission = keyof typeof rows
const rightsOf = (letters: string) => Object.fromEntries(staffTypes.map((type, at) => [type, letters[at]]))
export const permissions = Object.fromEntries(
  Object.entries(rows).map(([permission, letters]) => [permission, rightsOf(letters)]),
) as Readonly<Record<Permission, Readonly<Record<StaffType, Right>>>>

export const permissionMeanings: Readonly<Record<Permission, string>> = {
${meanings.join('\n')}
}
`
}

/** The same table to read: a row a permission, a column a staff type. */
export function permissionDoc(tsv: string): string {
  const rows = parseTsv(tsv)
  const types = Object.keys(rows[0] ?? {}).filter((column) => column !== 'permission' && column !== 'meaning')
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return `# Who may do what

Made from \`contract/data/permissions.tsv\` by \`npx node scripts/gen/permissions.ts\`; the server, the screens and this page read the same table.

y: in the units of the account; o: only one's own records (booked by me, assigned to me, I took part, my patients); p: may prepare, another signs; g: only by a grant; -: no. An institution can take from a type and give to a person, but never what the law ties to a profession (\`contract/src/core/access.ts\`).

${line(['permission', ...types.map((type) => type.replaceAll('_', ' ')), 'meaning'])}
${line(['---', ...types.map(() => ':-:'), '---'])}
${rows.map((row) => line([`\`${row.permission}\``, ...types.map((type) => row[type] ?? ''), row.meaning ?? ''])).join('\n')}
`
}

if (import.meta.main) {
  const source = readFileSync(join(root, 'contract/data/permissions.tsv'), 'utf8')
  writeFileSync(join(root, 'contract/src/core/permissions.gen.ts'), permissionFile(source))
  writeFileSync(join(root, 'docs/permissions.md'), permissionDoc(source))
}
