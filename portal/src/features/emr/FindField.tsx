import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { composing } from '../../ui/composing.ts'
import { Listbox, useListKeys } from '../../ui/Listbox.tsx'

interface Props<T> {
  label: string
  placeholder: string
  className: string
  icon: ReactNode
  /** Behind the field: its key. */
  after?: ReactNode
  input: Ref<HTMLInputElement>
  maxLength: number
  text: string
  onText: (text: string) => void
  items: readonly T[]
  keyOf: (item: T) => string
  render: (item: T) => ReactNode
  minWidth: number
  /** The list is that of an earlier word. */
  waits: boolean
  error: Error | null
  /** What is first is only like what was typed; with the words that say so. */
  guessed: string | false
  /** The first one is meant, or is not, whatever is still looked for. */
  meant?: boolean | undefined
  none: string
  /** Over the rows, where nothing else is said. */
  hint?: string
  wrong?: boolean
  /** `false`: it was not taken, and what was typed stays. */
  onPick: (item: T) => boolean
  onKeyDown?: (event: KeyboardEvent) => void
  /** Something is offered before a letter is typed; it is taken after an arrow or by a click. */
  offers?: boolean
  /** That there is nothing to offer is said, too. */
  offersNone?: boolean
  onFocus?: () => void
  /** The list was closed by Esc. */
  onEscape?: () => void
}

/** A field of the note that finds as one types. What is picked is taken at once, and the field is empty for the next. */
export function FindField<T>({
  text,
  onText,
  items,
  input,
  waits,
  error,
  guessed,
  meant,
  wrong = false,
  offers = false,
  ...is
}: Props<T>) {
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLLabelElement>(null)
  useImperativeHandle(input, () => field.current as HTMLInputElement)
  const blank = text.trim() === ''
  const shown = open && (blank ? offers && (items.length > 0 || is.offersNone === true) : true)
  const pick = (item: T) => {
    if (!is.onPick(item)) return
    onText('')
    setOpen(false)
  }
  // Neither a guess nor the list of an earlier word is taken by the key that ends the typing: an arrow or a click says
  // that it is meant.
  const list = useListKeys({
    items,
    keyOf: is.keyOf,
    asked: text,
    open: shown,
    onPick: pick,
    onClose: () => {
      setOpen(false)
      is.onEscape?.()
    },
    unmarked: blank,
    hesitant: meant === undefined ? guessed !== false || waits : !meant,
  })
  const note = error
    ? errorMessage(error)
    : items.length === 0
      ? waits
        ? t('emr.searching')
        : is.none
      : guessed || is.hint
  return (
    <label className={is.className} ref={box}>
      {is.icon}
      <input
        ref={field}
        role="combobox"
        aria-expanded={shown}
        aria-controls={list.id}
        aria-activedescendant={list.active}
        aria-autocomplete="list"
        aria-label={is.label}
        aria-invalid={wrong || undefined}
        aria-busy={waits || undefined}
        placeholder={is.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={text}
        maxLength={is.maxLength}
        onChange={(event) => {
          onText(event.target.value)
          setOpen(true)
        }}
        onFocus={() => {
          setOpen(true)
          is.onFocus?.()
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (list.onKeyDown(event) || composing(event)) return
          if (event.key === 'ArrowDown' && !open) setOpen(true)
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
          is.onKeyDown?.(event)
        }}
      />
      {is.after}
      {shown && (
        <Listbox
          anchor={box}
          id={list.id}
          at={list.at}
          items={items}
          label={is.label}
          keyOf={is.keyOf}
          onHover={list.setAt}
          onPick={pick}
          minWidth={is.minWidth}
          note={note || undefined}
          render={is.render}
        />
      )}
    </label>
  )
}
