import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'

interface Props {
  value: string
  onChange: (value: string) => void
  label: (at: number) => string
  length?: number
}

/** Large boxes in one row; typing goes on to the next, backspace to the one before, a paste fills all. */
export function PinField({ value, onChange, label, length = 4 }: Props) {
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const letters = Array.from({ length }, (_, at) => value[at]?.trim() ?? '')
  const write = (at: number, text: string) => {
    const typed = [...text.replace(/\s/g, '')]
    const next = [...letters]
    typed.slice(0, length - at).forEach((letter, offset) => {
      next[at + offset] = letter
    })
    if (!typed.length) next[at] = ''
    onChange(
      next
        .map((letter) => letter || ' ')
        .join('')
        .trimEnd(),
    )
    boxes.current[Math.min(length - 1, at + typed.length)]?.focus()
  }
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && !letters[at] && at > 0) {
      event.preventDefault()
      write(at - 1, '')
      boxes.current[at - 1]?.focus()
    }
  }
  const onPaste = (at: number) => (event: ClipboardEvent) => {
    event.preventDefault()
    write(at, event.clipboardData.getData('text').trim())
  }
  return (
    <div className="lk-pin">
      {letters.map((letter, at) => (
        <input
          key={at}
          ref={(box) => {
            boxes.current[at] = box
          }}
          value={letter}
          aria-label={label(at + 1)}
          inputMode="numeric"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={2}
          onFocus={(event) => event.target.select()}
          onChange={(event) => write(at, event.target.value.replace(letter, '') || event.target.value.slice(-1))}
          onKeyDown={onKeyDown(at)}
          onPaste={onPaste(at)}
        />
      ))}
    </div>
  )
}
