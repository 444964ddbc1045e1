import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'rolldown/utils'

/**
 * Every check of the server that says who may, found in its source: each a refusal with a code of access. The source is rewritten as it is loaded so that each can be taken away by its name while the
 * tests run; the product knows nothing of it.
 */
export interface Guard {
  id: string
  /** The refusal's code. */
  says: string
}
const codes = [
  'NOT_FOUND',
  'FORBIDDEN',
  'UNAUTHENTICATED',
  'VERIFY_FIRST',
  'STAFF_NOT_VERIFIED',
  'ROOM_DENIED',
  'EMR_NOT_AUTHORISED',
  'NOTE_NOT_AUTHOR',
  'FIELD_RELATED',
  'LINK_INVALID',
  'ERROR_TOKEN',
  'FILE_LINK_EXPIRED',
  'CONSENT_REQUIRED',
] as const

export const guards = new Map<string, Guard>()
const off = new Set<string>()
const hits = new AsyncLocalStorage<Set<string>>()

declare global {
  var guardOff: ((id: string) => boolean) | undefined
}
export function remove(...ids: string[]): void {
  for (const id of ids) off.add(id)
}
export const restore = () => off.clear()
/** Which guards were asked while `work` ran. */
export async function asked<T>(work: () => Promise<T>): Promise<{ value: T; asked: Set<string> }> {
  const set = new Set<string>()
  return { value: await hits.run(set, work), asked: set }
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
function* walk(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child)
}
function refusalOf(statement: unknown, source: string): string | undefined {
  if (!isNode(statement)) return undefined
  const one =
    statement.type === 'BlockStatement' && Array.isArray(statement.body) ? (statement.body as Node[]).at(-1) : statement
  if (one?.type !== 'ThrowStatement') return undefined
  const text = source.slice(one.start, one.end)
  if (/absence\(|hidden\(/.test(text)) return 'NOT_FOUND'
  if (/refused\.code|verdict\.code|now\.code/.test(text)) return 'the verdict of a table'
  return codes.find((code) => text.includes(`'${code}'`))
}

export function instrument(source: string, file: string): string {
  const { program, errors } = parseSync(file, source)
  if (errors.length) throw new Error(`${file} could not be read`)
  const edits: { at: number; text: string }[] = []
  const line = (at: number) => source.slice(0, at).split('\n').length
  const add = (at: number, says: string) => {
    const id = `${file}:${line(at)} ${says}`
    guards.set(id, { id, says })
    return JSON.stringify(id)
  }
  for (const node of walk(program as unknown as Node)) {
    const test = node.test
    if (node.type === 'IfStatement' && isNode(test) && !node.alternate) {
      const says = refusalOf(node.consequent, source)
      if (!says) continue
      const id = add(node.start, says)
      edits.push({ at: test.start, text: `!globalThis.guardOff?.(${id}) && (` }, { at: test.end, text: ')' })
    }
  }
  let changed = source
  for (const { at, text } of edits.toSorted((a, b) => b.at - a.at))
    changed = changed.slice(0, at) + text + changed.slice(at)
  return changed
}

/** From here on the server's modules come with guards that can be taken away. Has to run before any of them is loaded. */
export function instrumentServer(): void {
  const root = fileURLToPath(new URL('../../server/src/', import.meta.url))
  globalThis.guardOff = (id) => {
    hits.getStore()?.add(id)
    return off.has(id)
  }
  registerHooks({
    load(url, context, next) {
      const path = url.startsWith('file:') ? fileURLToPath(url) : ''
      if (!path.startsWith(root) || !path.endsWith('.ts') || /\.test\.ts$|\/testing\//.test(path))
        return next(url, context)
      return {
        format: 'module-typescript',
        shortCircuit: true,
        source: instrument(readFileSync(path, 'utf8'), path.slice(root.length)),
      }
    },
  })
}
