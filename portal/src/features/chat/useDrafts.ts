import { useMemo } from 'react'
import { useDraft } from '../../api/useDraft.ts'

type Texts = Record<string, string>
export interface Drafts {
  of(conversation: number): string
  write(conversation: number, text: string): void
  has(conversation: number | null): boolean
}
/** What was begun in each conversation, in one draft: so that the list can say where something waits to be sent. */
export function useDrafts(): Drafts {
  const { value, draft } = useDraft<Texts>({ screen: 'chat', subject: '' })
  return useMemo(
    () => ({
      of: (conversation) => value?.[conversation] ?? '',
      has: (conversation) => conversation !== null && Boolean(value?.[conversation]?.trim()),
      write: (conversation, text) => {
        const { [conversation]: _, ...rest } = draft?.get().value ?? {}
        const next = text === '' ? rest : { ...rest, [conversation]: text }
        if (Object.keys(next).length) draft?.write(next)
        else void draft?.clear()
      },
    }),
    [value, draft],
  )
}
