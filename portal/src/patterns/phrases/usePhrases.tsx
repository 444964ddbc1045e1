import { blanksIn, nextBlank } from '@teleward/contract/snippets/blanks.ts'
import { type KeyboardEvent, type ReactNode, type RefObject, useMemo, useState } from 'react'
import { composing } from '../../ui/composing.ts'
import { useT } from '../../i18n/i18n.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { Listbox, useListKeys } from '../../ui/Listbox.tsx'
import { type CannedWord, codeTrigger, insertion, listTrigger, matching } from './phrase.ts'

interface Options {
  field: RefObject<HTMLTextAreaElement | null>
  value: string
  words: readonly CannedWord[]
  readOnly?: boolean
  onChange: (text: string) => void
}
export interface Phrases {
  /** Call first; true: the key was taken. */
  onKeyDown: (event: KeyboardEvent) => boolean
  /** What the field has to tell: `onSelect` and `onFocus` where the cursor is, `onBlur` that it left. */
  onSelect: (event: { currentTarget: HTMLTextAreaElement }) => void
  onFocus: () => void
  onBlur: () => void
  focused: boolean
  /** Of the field, while the list is open. */
  controls: string | undefined
  active: string | undefined
  /** All words, asked for by a button. */
  toggle: () => void
  /** Puts a word in where the cursor is, or at the end. */
  insert: (word: CannedWord) => void
  list: ReactNode
}

/**
 * Canned words in a field: `;` opens their list, `.code` and Tab expands one, and Tab goes from blank to blank before it
 * leaves the field. What is put in is the browser's own edit, so that one undo brings the code back.
 */
export function usePhrases({ field, value, words, readOnly = false, onChange }: Options): Phrases {
  const t = useT()
  const [focused, setFocused] = useState(false)
  const [caret, setCaret] = useState(0)
  /** A blank that was just reached, behind a `;` too, is to be typed over: no list lies over it. */
  const [selected, setSelected] = useState(false)
  /** The sign whose list was closed by Esc; another one opens again. */
  const [closedAt, setClosedAt] = useState(-1)
  const [all, setAll] = useState(false)

  const found = focused && !readOnly && !selected ? listTrigger(value, caret) : null
  const trigger = all ? { from: caret, query: '' } : found && found.from !== closedAt ? found : null
  const query = trigger?.query
  const items = useMemo(() => (query === undefined ? [] : matching(words, query)), [words, query])

  const put = (word: CannedWord, from: number, to: number) => {
    const area = field.current
    if (!area) return
    const edit = insertion(value, from, to, word.word)
    area.focus()
    area.setSelectionRange(edit.from, edit.to)
    const whole = value.slice(0, edit.from) + edit.text + value.slice(edit.to)
    // The browser's own insertion keeps undo working; without it the text is set.
    if (!document.execCommand('insertText', false, edit.text)) onChange(whole)
    const [start, end] = edit.select
    const select = () => {
      // What was typed meanwhile has its place already.
      if (area.value === whole) area.setSelectionRange(edit.from + start, edit.from + end)
    }
    // At once, for the next key may be on its way; and again after React has written the same text.
    select()
    setCaret(edit.from + start)
    setSelected(start !== end)
    requestAnimationFrame(select)
    setAll(false)
  }
  const pick = (word: CannedWord) => trigger && put(word, trigger.from, caret)
  const open = trigger !== null && (items.length > 0 || all)
  const list = useListKeys({
    items,
    open,
    onPick: pick,
    tabPicks: true,
    hesitant: !all && (query === '' || value[trigger?.from ?? 0] === '；'),
    onClose: () => {
      setAll(false)
      setClosedAt(found?.from ?? -1)
    },
  })
  const onTab = (event: KeyboardEvent): boolean => {
    const area = field.current
    if (!area || event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return false
    const { selectionStart: from, selectionEnd: to } = area
    const code = event.shiftKey ? null : codeTrigger(value, to, words)
    // An undone expansion leaves its code selected.
    if (code && (from === to || from === code.from)) {
      event.preventDefault()
      put(code.word, code.from, to)
      return true
    }
    const blank = nextBlank(value, { from, to }, event.shiftKey)
    if (!blank) return false
    event.preventDefault()
    area.setSelectionRange(blank.from, blank.to)
    setCaret(blank.from)
    setSelected(true)
    return true
  }
  return {
    onKeyDown: (event) => !readOnly && (list.onKeyDown(event) || (!composing(event) && onTab(event))),
    onSelect: ({ currentTarget: { selectionStart, selectionEnd } }) => {
      setCaret(selectionStart)
      setSelected(selectionStart !== selectionEnd)
    },
    onFocus: () => setFocused(true),
    onBlur: () => {
      setFocused(false)
      setAll(false)
    },
    focused,
    controls: open ? list.id : undefined,
    active: list.active,
    toggle: () => {
      field.current?.focus()
      setAll(!all)
    },
    insert: (word) => {
      const area = field.current
      const here = area && document.activeElement === area
      put(word, here ? area.selectionStart : value.length, here ? area.selectionEnd : value.length)
    },
    list: open && (
      <Listbox
        anchor={field}
        id={list.id}
        at={list.at}
        items={items}
        label={t('phrases.title')}
        keyOf={(word) => word.id}
        onHover={list.setAt}
        onPick={pick}
        render={(word) => (
          <>
            {word.code && <span className="code b c-pri">;{word.code}</span>}
            <span className="grow wrap">{word.word}</span>
            {items[list.at] === word && <Kbd keys="Tab" />}
          </>
        )}
      />
    ),
  }
}

/** Beside a field: how many of its blanks are still to be filled. */
export function BlanksLeft({ text }: { text: string }) {
  const t = useT()
  const count = blanksIn(text).length
  return count > 0 ? <span className="tag warn">{t('phrases.blanks', { count })}</span> : null
}
