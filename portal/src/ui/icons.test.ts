import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const sources = fileURLToPath(new URL('..', import.meta.url))
const drawings = join(dirname(createRequire(import.meta.url).resolve('@ant-design/icons-svg/package.json')), 'es/asn')

it('no icon brings a style element, which the content security policy refuses', () => {
  const refused = readdirSync(drawings)
    .filter((file) => file.endsWith('.js') && /"tag":\s*"style"/.test(readFileSync(join(drawings, file), 'utf8')))
    .map((file) => file.slice(0, -'.js'.length))
  // Otherwise the look says nothing.
  expect(refused).toContain('LoginOutlined')
  const used = new RegExp(`\\b(${refused.join('|')})\\b`)
  const users = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) && !file.endsWith('icons.test.ts') && used.test(readFileSync(join(sources, file), 'utf8')),
  )
  expect(users).toEqual([])
})
