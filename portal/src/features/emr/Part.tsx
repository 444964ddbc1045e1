import { FontSizeOutlined } from '@ant-design/icons'
import { NOTE_PART_MAX, type NotePart } from '@teleward/contract/emr/schema.ts'
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { t } from '../../i18n/i18n.ts'
import { NoteImages } from '../../patterns/notes/NoteImages.tsx'
import type { CannedWord } from '../../patterns/phrases/phrase.ts'
import { BlanksLeft, usePhrases } from '../../patterns/phrases/usePhrases.tsx'

const LETTER: Record<NotePart, string> = { s: 'S', o: 'O', a: 'A', p: 'P', memo: 'M' }
/** Chips beside the text; the rest is behind 'more' and `;`. */
const CHIPS = 6

interface Props {
  /** Whose note it is. */
  pid: number
  part: NotePart
  value: string
  words: readonly CannedWord[]
  readOnly: boolean
  field: Ref<HTMLTextAreaElement>
  onChange: (text: string) => void
  onFocus: () => void
  /** Tab, where nothing is left to fill here; `true`: it went on to the next part in which something is. */
  onTabOut: () => boolean
  /** Above the text: the diagnoses of A. */
  children?: ReactNode
  /** Beside the section's name: who else writes here. */
  mark?: ReactNode
}

/** One section of the note: a text that grows, and its canned words. */
export function Part({ pid, part, value, words, readOnly, field, onChange, onFocus, onTabOut, children, mark }: Props) {
  const text = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(field, () => text.current as HTMLTextAreaElement)
  const phrases = usePhrases({ field: text, value, words, readOnly, onChange })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    if (!growsByItself) grow(text.current)
  }, [value, readOnly])

  const chips = words.slice(0, CHIPS)
  const name = t(`emr.part.${part}`)
  return (
    <section className={`sec ${phrases.focused ? 'focus' : ''}`} aria-label={name}>
      <div className="L" aria-hidden="true">
        {LETTER[part]}
      </div>
      <div className="bdy">
        <div className="h">
          <span>{name}</span>
          {mark}
          {!readOnly && <BlanksLeft text={value} />}
          {!readOnly && words.length > 0 && (
            <button
              type="button"
              className="link"
              title={t('emr.words.hint')}
              onPointerDown={(event) => event.preventDefault()}
              onClick={phrases.toggle}
            >
              <FontSizeOutlined /> {t('phrases.title')}
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
          aria-controls={phrases.controls}
          aria-activedescendant={phrases.active}
          placeholder={readOnly ? t('emr.part.empty') : t(`emr.part.hint.${part}`)}
          onChange={(event) => {
            phrases.onSelect(event)
            onChange(event.target.value)
          }}
          onSelect={phrases.onSelect}
          onKeyDown={(event) => {
            if (phrases.onKeyDown(event) || readOnly || event.key !== 'Tab') return
            const plain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey
            if (plain && onTabOut()) event.preventDefault()
          }}
          onFocus={(event) => {
            phrases.onFocus()
            event.currentTarget.closest('.sec')?.scrollIntoView({ block: 'nearest' })
            onFocus()
          }}
          onBlur={phrases.onBlur}
        />
        <NoteImages text={value} pid={pid} />
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
                  onClick={() => phrases.insert(word)}
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
                onClick={phrases.toggle}
              >
                {t('emr.words.more')}
              </button>
            )}
          </div>
        )}
        {phrases.list}
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
