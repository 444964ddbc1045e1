import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorFiles } from '../../../scripts/gen/errors.ts'
import { permissionDoc, permissionFile } from '../../../scripts/gen/permissions.ts'
import { parseTsv } from '../../../scripts/gen/tsv.ts'
import { type ErrorCode, errors } from './errors.gen.ts'
import { errorText, isErrorCode } from './errors.ts'
import { permissions, staffTypes } from './permissions.gen.ts'

const data = (name: string) => readFileSync(join(import.meta.dirname, '../../data', name), 'utf8')
const generated = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

describe('the tables the contract is made from', () => {
  it.each(Object.entries(errorFiles(data('errors.tsv'))))('%s is what its source says', (name, text) => {
    expect(generated(name)).toBe(text)
  })
  it('permissions.gen.ts is what its source says', () => {
    expect(generated('permissions.gen.ts')).toBe(permissionFile(data('permissions.tsv')))
  })
  it('[AUTHZ-04~] docs/permissions.md is the same table', () => {
    const page = readFileSync(new URL('../../../docs/permissions.md', import.meta.url), 'utf8')
    expect(page).toBe(permissionDoc(data('permissions.tsv')))
  })
  it('has a text in three languages for every code, with the same placeholders', () => {
    const codes = Object.keys(errors).filter(isErrorCode)
    expect(codes).toHaveLength(parseTsv(data('errors.tsv')).length)
    const holes = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([hole]) => hole).sort()
    for (const row of parseTsv(data('errors.tsv'))) {
      expect(row['zh-TW'], row.code).toBeTruthy()
      expect(holes(row['zh-CN'] ?? ''), row.code).toEqual(holes(row['zh-TW'] ?? ''))
      expect(holes(row.en ?? ''), row.code).toEqual(holes(row['zh-TW'] ?? ''))
    }
  })
  it('refuses a table with a missing text, a doubled code or a wrong status', () => {
    const head = 'code\thttp\tarea\twhen\tzh-TW\tzh-CN\ten\n'
    expect(() => errorFiles(`${head}A\t400\tx\t\t文\t\ttext`)).toThrow('no text in zh-CN')
    expect(() => errorFiles(`${head}A\t400\tx\t\ta\ta\ta\nA\t400\tx\t\ta\ta\ta`)).toThrow('twice')
    expect(() => errorFiles(`${head}A\t600\tx\t\ta\ta\ta`)).toThrow('not a status')
    expect(() => errorFiles(`${head}A\t400\tx`)).toThrow('columns')
  })
  it('gives the profession its orders and nobody else', () => {
    expect(staffTypes).toHaveLength(19)
    expect(permissions['prescription.write'].doctor).toBe('y')
    expect(permissions['prescription.write'].nurse).toBe('p')
    expect(permissions['prescription.write'].admin).toBe('-')
    expect(permissions['prescription.dispense'].pharmacist).toBe('y')
  })
})

describe('errorText', () => {
  it('fills the placeholders', () => {
    expect(errorText('PASSWORD_RULE', 'en', { min: 8 })).toBe('At least 8 characters, with letters and digits')
    expect(errorText('PASSWORD_RULE', 'zh-TW', { min: 6 })).toContain('6')
  })
  it('shows no raw placeholder and reads nothing from the prototype', () => {
    expect(errorText('PASSWORD_RULE', 'en')).not.toContain('{{')
    expect(isErrorCode('constructor')).toBe(false)
    expect(isErrorCode('OK' satisfies ErrorCode)).toBe(true)
  })
})
