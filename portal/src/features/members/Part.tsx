import type { ReactNode } from 'react'

/** A part of the detail under its heading. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mpart">
    <h2>{title}</h2>
    {children}
  </section>
)
