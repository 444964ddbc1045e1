import type { ReactNode } from 'react'

/** What is known of one thing, line by line. */
export function Lines({ lines }: { lines: readonly (readonly [label: string, said: ReactNode])[] }) {
  return (
    <dl className="paylines">
      {lines.map(([label, said]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{said || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
