import { useMemo, useRef, useState } from 'react'
import { Listbox, useListKeys } from './Listbox.tsx'

interface Props {
  id: string
  label: string
  value: string
  maxLength: number
  /** Words to choose from; any others can be typed. */
  options: readonly string[]
  autoFocus?: boolean
  /** What was typed is not taken as it stands. */
  invalid?: boolean
  onChange: (value: string) => void
}
const itself = (word: string) => word

/** A line of text with words that are often meant, in the list box of `Listbox`. */
export function SuggestInput({ id, label, value, maxLength, options, autoFocus, invalid, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  // The list begins at its top whenever its items are others: made anew with each keystroke alone.
  const all = options.join('\n')
  const items = useMemo(() => {
    const words = all.split('\n')
    const typed = value.trim().toLowerCase()
    const like = words.filter((word) => word.toLowerCase().includes(typed))
    return like.length ? like : words
  }, [all, value])
  const pick = (word: string) => {
    onChange(word)
    setOpen(false)
  }
  // What was typed is meant as it stands: only an arrow makes Enter pick a word.
  const list = useListKeys({ items, open, onPick: pick, onClose: () => setOpen(false), hesitant: true })
  return (
    <div className={`input ${invalid ? 'err' : ''}`} ref={box}>
      <input
        id={id}
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={list.id}
        aria-activedescendant={list.active}
        aria-autocomplete="list"
        aria-invalid={invalid || undefined}
        // biome-ignore lint/a11y/noAutofocus: the field that somebody asked for.
        autoFocus={autoFocus}
        autoComplete="off"
        value={value}
        maxLength={maxLength}
        onChange={(event) => {
          onChange(event.target.value)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (!list.onKeyDown(event) && event.key === 'ArrowDown') setOpen(true)
        }}
      />
      {open && (
        <Listbox
          anchor={box}
          id={list.id}
          at={list.at}
          items={items}
          label={label}
          keyOf={itself}
          render={itself}
          onHover={list.setAt}
          onPick={pick}
        />
      )}
    </div>
  )
}
