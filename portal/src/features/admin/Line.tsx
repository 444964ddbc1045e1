import type { ReactNode } from 'react'

/** A field of a form with its label above it. */
export function Line({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="adminline">
      <span className="lab">{label}</span>
      {children}
      {note && <div className="help">{note}</div>}
    </div>
  )
}
