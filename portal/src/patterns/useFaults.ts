import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '../api/errors.ts'
import { errorText, t } from '../i18n/i18n.ts'
import { notify } from '../ui/notify.ts'

/** What is wrong with a field of a form, by its path in the body of the call. */
export interface FieldWords {
  path: string
  text: string
}

/** What a call was refused for, field by field, in words; of a field that is named by the call's own code with its values. */
export const wordsOfFields = (error: ApiError, prefix = ''): FieldWords[] =>
  error.fields.map(({ path, code, message }) => ({
    path: path.startsWith(prefix) ? path.slice(prefix.length) : path,
    text: code === error.code ? error.message : message || errorText(code ?? error.code),
  }))

/** Those that no place of the form asked for. A form that asks for a path shows what is said of the paths below it as well. */
export const unseen = (faults: readonly FieldWords[], asked: ReadonlySet<string>): FieldWords[] =>
  faults.filter(({ path }) => {
    const parts = path.split('.')
    return !parts.some((_, at) => asked.has(parts.slice(0, at + 1).join('.')))
  })

/** A message for each field that has no place on the screen, with its name. */
export function sayFields(faults: readonly FieldWords[], labelOf?: (path: string) => string | undefined): boolean {
  for (const { path, text } of faults)
    notify({
      kind: 'bad',
      title: text,
      text: t('common.ofField', { field: labelOf?.(path) ?? path }),
      key: `fault-${path}`,
    })
  return faults.length > 0
}

/**
 * The faults of a form, each at its field. What is said of a field that the form does not show is said in a message that
 * names it: a form that is refused never looks as if nothing had happened. Asking for a field's words while rendering is
 * what tells that it is shown.
 */
export function useFaults(labelOf?: (path: string) => string | undefined) {
  const [faults, setFaults] = useState<readonly FieldWords[]>([])
  const asked = useRef(new Set<string>())
  asked.current = new Set()
  const label = useRef(labelOf)
  label.current = labelOf
  useEffect(() => {
    sayFields(unseen(faults, asked.current), label.current)
  }, [faults])
  return {
    /** The words at a field; of a list or a group also what is said of a part of it. */
    of: (path: string): string | undefined => {
      asked.current.add(path)
      return faults.find((one) => one.path === path || one.path.startsWith(`${path}.`))?.text
    },
    /** All of a part of the form, for a component that has places of its own for them. */
    under: (path: string): FieldWords[] => {
      asked.current.add(path)
      return faults.filter((one) => one.path === path || one.path.startsWith(`${path}.`))
    },
    set: (next: readonly FieldWords[]) => setFaults(next),
    /** What was corrected is no longer wrong. */
    clear: (...paths: readonly string[]) =>
      setFaults((now) =>
        paths.length === 0 ? [] : now.filter((one) => !paths.some((path) => `${one.path}.`.startsWith(`${path}.`))),
      ),
    /** True: the refusal names fields, and is told. */
    take: (error: ApiError, prefix = ''): boolean => {
      setFaults(wordsOfFields(error, prefix))
      return error.fields.length > 0
    },
  }
}
