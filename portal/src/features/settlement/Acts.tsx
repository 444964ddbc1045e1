import { putStatement } from '@teleward/contract/settlement/endpoints.ts'
import { settleRefusal } from '@teleward/contract/settlement/rules.ts'
import type { StatementDetail } from '@teleward/contract/settlement/schema.ts'
import { useState } from 'react'
import { invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { useMe } from '../../api/me.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { confirmAct, notify } from '../../ui/notify.ts'
import { CorrectDialog } from './CorrectDialog.tsx'
import { formatMoney } from '../../ui/format.ts'
import { PayDialog } from './PayDialog.tsx'

/** What who settles may do with the statement as it stands. */
export function Acts({ statement }: { statement: StatementDetail }) {
  const me = useMe()
  const [correcting, setCorrecting] = useState(false)
  const [paying, setPaying] = useState(false)
  const may = (action: 'confirm' | 'pay') =>
    settleRefusal(action, { ...statement, mid: statement.staff.mid }, me.mid) === null
  const act = useEndpointMutation(putStatement, {
    onDone: (data) =>
      notify({ kind: 'ok', title: t(data.state === 'carried' ? 'settlement.carriedDone' : 'settlement.confirmed') }),
    onError: (error) => {
      // Somebody else was at it: what stands now is fetched, and is to be read first.
      void invalidateTags(['statements'])
      if (error.code !== 'VERSION_STALE') return false
      notify({ kind: 'warn', title: t('settlement.changed') })
      return true
    },
  })
  const names = { name: nameOf(statement.staff), month: statement.month }
  const confirm = async () => {
    const sure = await confirmAct({
      title: t('settlement.confirmTitle', names),
      text: t('settlement.confirmText', { sum: formatMoney(statement.payout, statement.currency) }),
      ok: t('settlement.confirm'),
      cancel: t('common.cancel'),
    })
    if (!sure) return
    const { id, version, payout } = statement
    act.mutate({ params: { id }, body: { action: 'confirm', version, payout } })
  }
  return (
    <>
      <Button onClick={() => setCorrecting(true)}>{t('settlement.correct')}</Button>
      {may('confirm') && (
        <Button kind="primary" loading={act.isPending} onClick={() => void confirm()}>
          {t('settlement.confirm')}
        </Button>
      )}
      {may('pay') && (
        <Button kind="primary" onClick={() => setPaying(true)}>
          {t('settlement.pay')}
        </Button>
      )}
      {correcting && <CorrectDialog statement={statement} onClose={() => setCorrecting(false)} />}
      {paying && <PayDialog statement={statement} onClose={() => setPaying(false)} />}
    </>
  )
}
