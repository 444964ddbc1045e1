import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { delWord, postWord, putWord } from '@teleward/contract/snippets/endpoints.ts'
import type { Word, WordType } from '@teleward/contract/snippets/schema.ts'
import { type KeyboardEvent, useRef } from 'react'
import { call } from '../../api/client.ts'
import { invalidateTags, showError, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'
import { PhraseText } from './PhraseText.tsx'

interface Props {
  type: WordType
  words: readonly Word[]
  onEdit: (word: Word) => void
}
/** The words of a type in their order. A row with the focus moves by Alt and the arrows, and opens by F2. */
export function WordList({ type, words, onEdit }: Props) {
  const t = useT()
  const rows = useRef<HTMLOListElement>(null)
  const order = useEndpointMutation(putWord, {
    onError: () => {
      void invalidateTags(['words'])
      return false
    },
  })
  const move = (at: number, by: number) => {
    const to = at + by
    const ids = words.map(({ id }) => id)
    const [moved] = ids.splice(at, 1)
    if (moved === undefined || to < 0 || to > ids.length || order.isPending) return
    ids.splice(to, 0, moved)
    order.mutate({ body: { type, order: ids } })
  }
  const remove = useEndpointMutation(delWord, {
    onDone: ({ id }) => {
      const before = words.map((one) => one.id)
      const at = before.indexOf(id)
      const gone = words[at]
      if (!gone) return
      // Whoever removes by the keyboard goes on from the next row.
      rows.current?.querySelector<HTMLElement>(`[data-id="${before[at + 1] ?? before[at - 1]}"]`)?.focus()
      notify({
        kind: 'ok',
        key: 'words',
        title: t('phrases.removed'),
        action: { label: t('common.undo'), run: () => void putBack(gone, before) },
      })
    },
  })
  const onKeyDown = (event: KeyboardEvent, word: Word, at: number) => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      move(at, event.key === 'ArrowUp' ? -1 : 1)
    } else if (event.key === 'F2') {
      event.preventDefault()
      onEdit(word)
    } else if (event.target === event.currentTarget && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      const next = rows.current?.children[at + (event.key === 'ArrowUp' ? -1 : 1)]
      if (next instanceof HTMLElement) next.focus()
    }
  }
  return (
    <ol ref={rows} className="card wordlist" aria-label={t(`phrases.type.${type}`)}>
      {words.map((word, at) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the row is what moves by its keys.
        <li key={word.id} data-id={word.id} tabIndex={0} onKeyDown={(event) => onKeyDown(event, word, at)}>
          <span className="code b c-pri">{word.code && `.${word.code}`}</span>
          <span className="grow wordtext">
            <PhraseText text={word.word} />
          </span>
          <span className="row">
            <button
              type="button"
              className="icbtn"
              disabled={at === 0}
              aria-label={t('phrases.up', { word: word.word })}
              title="Alt ↑"
              onClick={() => move(at, -1)}
            >
              <ArrowUpOutlined />
            </button>
            <button
              type="button"
              className="icbtn"
              disabled={at === words.length - 1}
              aria-label={t('phrases.down', { word: word.word })}
              title="Alt ↓"
              onClick={() => move(at, 1)}
            >
              <ArrowDownOutlined />
            </button>
            <button
              type="button"
              className="icbtn"
              aria-label={t('phrases.edit', { word: word.word })}
              title="F2"
              onClick={() => onEdit(word)}
            >
              <EditOutlined />
            </button>
            <button
              type="button"
              className="icbtn"
              aria-label={t('phrases.remove', { word: word.word })}
              onClick={() => remove.mutate({ body: { id: word.id, version: word.version } })}
            >
              <DeleteOutlined />
            </button>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** A removed word comes back as a new one at its old place. */
async function putBack({ type, word, code, id }: Word, before: readonly number[]): Promise<void> {
  try {
    const made = await call(postWord, { body: { type, word, code } })
    await call(putWord, { body: { type, order: before.map((one) => (one === id ? made.id : one)) } })
  } catch (error) {
    showError(error)
  }
  await invalidateTags(['words'])
}
