import './entry.css'
import type { ReactNode } from 'react'
import { LanguageMenu, ThemeMenu } from '../../shell/LooksMenus.tsx'
import { VersionNote } from '../../shell/VersionNote.tsx'
import { useT } from '../../i18n/i18n.ts'
import { Logo } from '../../ui/Logo.tsx'
import { useTitle } from '../../ui/useTitle.ts'

interface Props {
  title: string
  /** Under the heading. */
  lead?: ReactNode
  wide?: boolean
  children: ReactNode
  foot?: ReactNode
}

/** The pages before and beside the sign-in: one card, nothing else. */
export function EntryFrame({ title, lead, wide, children, foot }: Props) {
  const t = useT()
  useTitle(title)
  return (
    <main className="entry">
      <div className="tr">
        <a className="brand" href="/pages/login" aria-label={t('entry.toLogin')}>
          <Logo />
          Teleward
        </a>
        <LanguageMenu long />
        <ThemeMenu />
      </div>
      <section className={`entrycard ${wide ? 'wide' : ''}`}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
        <VersionNote />
        {children}
      </section>
      {foot && <div className="entryfoot">{foot}</div>}
    </main>
  )
}

/** Where one is, of how many. */
export function Steps({ steps, at }: { steps: readonly string[]; at: number }) {
  return (
    <ol className="entrysteps">
      {steps.map((name, index) => (
        <li
          key={name}
          className={index === at ? 'on' : index < at ? 'done' : ''}
          aria-current={index === at ? 'step' : undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  )
}
