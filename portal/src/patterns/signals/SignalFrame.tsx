import type { ReactNode } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import type { SignalState } from './useSignal.ts'

type There = Extract<SignalState, { state: 'there' }>['answer']
interface Props {
  known: SignalState
  again: () => void
  save: ReactNode
  children: (answer: There) => ReactNode
}
/** What was read, or why not: with the original to be saved, for another program may know more. */
export function SignalFrame({ known, again, save, children }: Props) {
  const t = useT()
  if (known.state === 'reading')
    return (
      <div className="sigwait" role="status" aria-label={t('signals.reading')}>
        <SkeletonBlock lines={6} />
      </div>
    )
  if (known.state === 'away') return <ErrorState title={t('signals.noAnswer')} onRetry={again} />
  if (known.state === 'problem')
    return (
      <EmptyState
        title={t('files.unreadable')}
        text={t(`signals.problem.${known.error.problem}`, { about: known.error.about })}
        actions={save}
      />
    )
  return children(known.answer)
}
