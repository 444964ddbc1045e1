import { useMemo, useRef, useState } from 'react'
import { composing } from '../../ui/composing.ts'
import { Listbox, useListKeys } from '../../ui/Listbox.tsx'
import type { CodeRow } from './rxTables.ts'

/** Codes that begin so, then names that contain it. */
function found(rows: readonly CodeRow[], wanted: string): CodeRow[] {
  const begins = ({ code }: CodeRow) => code.toLowerCase().startsWith(wanted)
  return [...rows.filter(begins), ...rows.filter((row) => !begins(row) && row.name.toLowerCase().includes(wanted))]
}

interface CodeCellProps {
  rows: readonly CodeRow[]
  value: string
  label: string
  fixed: boolean
  wrong: boolean
  onChange: (code: string) => void
}
/** A code that can be typed or picked by its name. */
export function CodeCell({ rows, value, label, fixed, wrong, onChange }: CodeCellProps) {
  const [open, setOpen] = useState(false)
  const [typing, setTyping] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const wanted = value.trim().toLowerCase()
  const items = useMemo(() => (typing && wanted ? found(rows, wanted) : rows), [rows, typing, wanted])
  const shown = open && items.length > 0
  const pick = ({ code }: CodeRow) => {
    onChange(code)
    setOpen(false)
    setTyping(false)
  }
  const list = useListKeys({
    items,
    open: shown,
    onPick: pick,
    onClose: () => setOpen(false),
    tabPicks: typing && wanted !== '',
    hesitant: !typing,
  })
  return (
    <>
      <input
        ref={box}
        className={`cell code ${wrong ? 'err' : ''}`}
        role="combobox"
        aria-expanded={shown}
        aria-controls={list.id}
        aria-activedescendant={list.active}
        aria-label={label}
        aria-invalid={wrong || undefined}
        style={{ minWidth: `calc(${value.length}ch + 10px)` }}
        title={rows.find(({ code }) => code === value)?.name}
        value={value}
        maxLength={20}
        disabled={fixed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          onChange(event.target.value.toUpperCase())
          setTyping(true)
          setOpen(true)
        }}
        onFocus={(event) => event.target.select()}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false)
          setTyping(false)
        }}
        onKeyDown={(event) => {
          if (!list.onKeyDown(event) && event.key === 'ArrowDown' && !composing(event)) setOpen(true)
        }}
      />
      {shown && (
        <Listbox
          anchor={box}
          id={list.id}
          at={list.at}
          items={items}
          label={label}
          keyOf={({ code }) => code}
          onHover={list.setAt}
          onPick={pick}
          minWidth={240}
          render={({ code, name }) => (
            <>
              <span className="code b cw">{code}</span>
              <span className="grow ell">{name}</span>
            </>
          )}
        />
      )}
    </>
  )
}
