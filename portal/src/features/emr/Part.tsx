import { FontSizeOutlined } from '@ant-design/icons'
import { NOTE_PART_MAX, type NotePart } from '@teleward/contract/emr/schema.ts'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { t } from '../../i18n/i18n.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { composing, Listbox, useListKeys } from './Listbox.tsx'
import { type CannedWord, codeTrigger, insertion, listTrigger, matching } from './words.ts'

const LETTER: Record<NotePart, string> = { s: 'S', o: 'O', a: 'A', p: 'P', memo: 'M' }
/** Chips beside the text; the rest is behind 'more' and `;`. */
const CHIPS = 6

interface Props {
  part: NotePart
  value: string
  words: readonly CannedWord[]
  readOnly: boolean
  field: Ref<HTMLTextAreaElement>
  onChange: (text: string) => void
  onFocus: () => void
  /** Above the text: the diagnoses of A. */
  children?: ReactNode
  /** Beside the section's name: who else writes here. */
  mark?: ReactNode
}

/** One section of the note: a text that grows, and its canned words. */
export function Part({ part, value, words, readOnly, field, onChange, onFocus, children, mark }: Props) {
  const text = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(field, () => text.current as HTMLTextAreaElement)
  const [focused, setFocused] = useState(false)
  const [caret, setCaret] = useState(0)
  /** The sign whose list was closed by Esc; another one opens again. */
  const [closedAt, setClosedAt] = useState(-1)
  const [all, setAll] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    if (!growsByItself) grow(text.current)
  }, [value, readOnly])

  const found = focused && !readOnly ? listTrigger(value, caret) : null
  const trigger = all ? { from: caret, query: '' } : found && found.from !== closedAt ? found : null
  const query = trigger?.query
  const items = useMemo(() => (query === undefined ? [] : matching(words, query)), [words, query])

  const put = (word: CannedWord, from: number, to: number) => {
    const area = text.current
    if (!area) return
    const edit = insertion(value, from, to, word.word)
    area.focus()
    area.setSelectionRange(edit.from, edit.to)
    // The browser's own insertion keeps undo working; without it the text is set.
    if (!document.execCommand('insertText', false, edit.text))
      onChange(value.slice(0, edit.from) + edit.text + value.slice(edit.to))
    const [start, end] = edit.select
    requestAnimationFrame(() => {
      area.setSelectionRange(edit.from + start, edit.from + end)
      setCaret(edit.from + end)
    })
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (readOnly || list.onKeyDown(event) || composing(event) || event.key !== 'Tab' || event.shiftKey) return
    const code = codeTrigger(
      value,
      event.currentTarget instanceof HTMLTextAreaElement ? event.currentTarget.selectionStart : caret,
      words,
    )
    if (!code) return
    event.preventDefault()
    put(code.word, code.from, caret)
  }
  const chips = words.slice(0, CHIPS)
  const name = t(`emr.part.${part}`)
  return (
    <section className={`sec ${focused ? 'focus' : ''}`} aria-label={name}>
      <div className="L" aria-hidden="true">
        {LETTER[part]}
      </div>
      <div className="bdy">
        <div className="h">
          <span>{name}</span>
          {mark}
          {!readOnly && words.length > 0 && (
            <button
              type="button"
              className="link"
              title={t('emr.words.hint')}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                text.current?.focus()
                setAll(!all)
              }}
            >
              <FontSizeOutlined /> {t('emr.words.title')}
            </button>
          )}
        </div>
        {children}
        <textarea
          ref={text}
          className="tx"
          rows={1}
          value={value}
          readOnly={readOnly}
          maxLength={NOTE_PART_MAX}
          aria-label={name}
          aria-controls={open ? list.id : undefined}
          aria-activedescendant={list.active}
          placeholder={readOnly ? t('emr.part.empty') : t(`emr.part.hint.${part}`)}
          onChange={(event) => {
            setCaret(event.target.selectionStart)
            onChange(event.target.value)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            setFocused(true)
            event.currentTarget.closest('.sec')?.scrollIntoView({ block: 'nearest' })
            onFocus()
          }}
          onBlur={() => {
            setFocused(false)
            setAll(false)
          }}
        />
        {!readOnly && chips.length > 0 && (
          <div className="words">
            {/* What does not fit on the line is behind 'more' and `;`, so the keyboard does not stop here. */}
            <div className="fit">
              {chips.map((word) => (
                <button
                  key={word.id}
                  type="button"
                  tabIndex={-1}
                  className="chip o"
                  title={word.word}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => {
                    const at = text.current
                    const here =
                      document.activeElement === at && at
                        ? [at.selectionStart, at.selectionEnd]
                        : [value.length, value.length]
                    put(word, here[0] ?? value.length, here[1] ?? value.length)
                  }}
                >
                  <span className="ell">{word.word}</span>
                </button>
              ))}
            </div>
            {words.length > 0 && (
              <button
                type="button"
                className="chip o"
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => {
                  text.current?.focus()
                  setAll(!all)
                }}
              >
                {t('emr.words.more')}
              </button>
            )}
          </div>
        )}
        {open && (
          <Listbox
            anchor={text}
            id={list.id}
            at={list.at}
            items={items}
            label={t('emr.words.title')}
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
        )}
      </div>
    </section>
  )
}

const growsByItself = CSS.supports('field-sizing', 'content')
function grow(area: HTMLTextAreaElement | null): void {
  if (!area) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}
