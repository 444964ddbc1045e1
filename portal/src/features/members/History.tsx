import { isNone } from '@teleward/contract/members/allergies.ts'
import { historyKind, type MemberDetail } from '@teleward/contract/members/schema.ts'
import { lazy, Suspense, useState } from 'react'
import { useRight } from '../../api/me.ts'
import { t } from '../../i18n/i18n.ts'
import { entryText } from '../../patterns/history/entryText.ts'
import { recordedText } from '../../patterns/recorded.ts'
import { Button } from '../../ui/Button.tsx'
import { Part } from './Part.tsx'

const Drawer = lazy(() =>
  import('../../patterns/history/HistoryDrawer.tsx').then((one) => ({ default: one.HistoryDrawer })),
)

/** What stands in the member's history, and, with the right to write records, its form. */
export function History({ member }: { member: MemberDetail }) {
  const { histories } = member
  const [write, read] = [useRight('emr.write'), useRight('emr.read')]
  // The form is of the record: without the right to read it there is nothing to write on.
  const writes = write !== '-' && read !== '-'
  const [open, setOpen] = useState(false)
  const kinds = historyKind.options.filter((kind) => histories?.some((entry) => entry.kind === kind))
  return (
    <Part title={t('members.detail.history')}>
      {histories === null && <p className="help">{t('members.detail.closed')}</p>}
      {histories !== null && kinds.length === 0 && <p className="help">{t('members.detail.noHistory')}</p>}
      {histories !== null && !kinds.includes('sensitive_matters') && (
        <p className="mhist">
          <span className="t3">{t('members.kind.sensitive_matters')}</span>
          {t('common.patient.notAsked')}
        </p>
      )}
      {kinds.map((kind) => {
        const mine = histories?.filter((entry) => entry.kind === kind) ?? []
        const known = mine.filter((entry) => !isNone(entry))
        const shown = known.length ? known : mine.slice(-1)
        return (
          <p key={kind} className="mhist">
            <span className="t3">{t(`members.kind.${kind}`)}</span>
            {shown.map(entryText).join(t('common.patient.separator'))}
            {known.length === 0 && shown[0] && <span className="t3 num"> {recordedText(shown[0])}</span>}
          </p>
        )
      })}
      {histories !== null && writes && <Button onClick={() => setOpen(true)}>{t('safety.edit')}</Button>}
      {open && (
        <Suspense fallback={null}>
          <Drawer pid={member.pid} open onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Part>
  )
}
