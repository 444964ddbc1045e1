import { AppError } from '../platform/errors.ts'
import { RawReply } from '../platform/http/index.ts'
import type { Storage } from './index.ts'

/** One range of bytes, as browsers ask for it; `undefined` for anything else, which gets the whole. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [first, last] = [match[1] ?? '', match[2] ?? '']
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

export interface Handed {
  key: string
  mime: string
  /** As whoever saves it finds it on the disk; its extension says what the bytes were found to be. */
  name: string
  extension: string
  /** In the page, or as a file to be saved. */
  shown: boolean
  /** What the row says of the bytes under this key, where it says it. */
  sha256?: string | undefined
}
/**
 * The file, or the part asked for. It is shown or saved, never run: its type is what its bytes were found to be, no browser
 * guesses another one, and nothing in it may load, run or be framed by others.
 */
export async function fileReply(storage: Storage, file: Handed, range: string | undefined): Promise<RawReply> {
  const { key, mime, name, extension, shown } = file
  const whole = await storage.stat(key)
  if (!whole) throw new AppError('NOT_FOUND')
  const { size } = whole
  const paper = extension === 'pdf' && shown
  const headers = {
    'content-type': mime,
    // The name in the address bar and on the disk: of letters that mean nothing to a path or a header.
    'content-disposition': `${shown ? 'inline' : 'attachment'}; filename="file.${extension}"; filename*=UTF-8''${encodeURIComponent(
      `${name.replace(/\.[^.]*$/, '')}.${extension}`,
    ).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)}`,
    'x-content-type-options': 'nosniff',
    // A browser shows a PDF by a part of its own, which a sandbox would keep out; in a PDF nothing of ours runs.
    'content-security-policy': paper ? "default-src 'none'; frame-ancestors 'self'" : "default-src 'none'; sandbox",
    ...(paper ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
    'cross-origin-resource-policy': 'same-origin',
    // Nor does anything of a patient's stay in the browser, where the next person would find it after a sign-out.
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  }
  const part = rangeOf(range, size)
  if (part === 'unsatisfiable') return new RawReply('', { ...headers, 'content-range': `bytes */${size}` }, 416)
  const found = await storage.get(key, part ?? undefined, file.sha256)
  if (!found) throw new AppError('NOT_FOUND')
  return part
    ? new RawReply(
        found.stream,
        {
          ...headers,
          'content-length': String(part.end - part.start + 1),
          'content-range': `bytes ${part.start}-${part.end}/${size}`,
        },
        206,
      )
    : new RawReply(found.stream, { ...headers, 'content-length': String(size) })
}
