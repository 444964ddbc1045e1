import { FileExcelOutlined, FilePdfOutlined } from '@ant-design/icons'
import { getStatement, getStatementDocument } from '@teleward/contract/settlement/endpoints.ts'
import { lastOf } from '@teleward/contract/core/dates.ts'
import { lacksBank } from '@teleward/contract/settlement/rules.ts'
import type { Statement, StatementDetail, StatementLine } from '@teleward/contract/settlement/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileOf } from '../../api/client.ts'
import { exportSheet, saveAs } from '../../api/exportSheet.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery, showError } from '../../api/query.ts'
import { language, t as say, useT } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { Loaded } from '../../patterns/Loaded.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime, formatMoney } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { Acts } from './Acts.tsx'
import { AskDialog } from './AskDialog.tsx'
import { bankText, moved, stateTag } from './labels.tsx'
import { Lines } from './Lines.tsx'

interface Props {
  id: string
  row: Statement | undefined
  step: DrawerStep
  /** For the institution; otherwise it is one's own. */
  settles?: boolean
}
/** One statement: how the payout comes about, every visit, payouts, and what is to be done. */
export function Detail({ id, row, step, settles = false }: Props) {
  const t = useT()
  const me = useMe()
  const answer = useQuery(endpointQuery(getStatement, { params: { id } }))
  const [asking, setAsking] = useState<StatementLine>()
  const one = answer.data ?? row
  const own = one?.staff.mid === me.mid
  const pdf = () =>
    fileOf(getStatementDocument, { params: { id }, query: { lang: language() } }).then(
      (file) => saveAs(file, `statement-${id}.pdf`),
      showError,
    )
  useKeys([
    {
      keys: 'Mod+P',
      label: t('settlement.pdf'),
      run: (event) => {
        event.preventDefault()
        void pdf()
      },
    },
  ])
  // A month that is not over has nothing to settle yet.
  const acts = settles && !own && answer.data && answer.data.state !== 'open' ? answer.data : undefined
  return (
    <>
      <DetailDrawer
        label={t('settlement.detail')}
        top={one && stateTag(one)}
        head={
          one && (
            <h2 className="f16 b">
              {nameOf(one.staff)} <span className="num">{one.month}</span> {one.currency}
            </h2>
          )
        }
        step={step}
        plain
        footer={
          <>
            <Button icon={<FilePdfOutlined />} onClick={() => void pdf()}>
              {t('settlement.pdf')}
            </Button>
            <Button
              icon={<FileExcelOutlined />}
              onClick={() => void exportSheet(getStatement, { params: { id } }).catch(showError)}
            >
              {t('settlement.excel')}
            </Button>
            {acts && <Acts statement={acts} />}
          </>
        }
      >
        <Loaded answer={answer} failed={t('settlement.failed')} lines={10}>
          {(found) => (
            <>
              <Notes found={found} own={own} settles={settles} />
              <Sum found={found} />
              <h3 className="f14 b settlehead">{t('settlement.lines')}</h3>
              <Lines statement={found} ask={own || settles ? setAsking : undefined} own={own} />
              <p className="t3 f12">{t('settlement.rounding')}</p>
              <Payouts found={found} />
            </>
          )}
        </Loaded>
      </DetailDrawer>
      {asking?.id && <AskDialog id={id} line={asking.id} own={own} onClose={() => setAsking(undefined)} />}
    </>
  )
}

function Notes({ found, own, settles }: { found: StatementDetail; own: boolean; settles: boolean }) {
  return (
    <div className="settlenotes">
      {settles && own && <div className="alert info">{say('settlement.own')}</div>}
      {found.state === 'open' && (
        <div className="alert info">{say('settlement.forecastText', { day: formatDate(lastOf(found.month)) })}</div>
      )}
      {found.failure && (
        <div className="alert bad">
          {say(own ? 'settlement.failureMine' : 'settlement.failure', { reason: found.failure })}
        </div>
      )}
      {lacksBank(found) && <div className="alert warn">{say('settlement.noBankText')}</div>}
      {found.carries !== 0 && (
        <div className="alert info">
          {say('settlement.carries', { sum: formatMoney(found.carries, found.currency) })}
        </div>
      )}
      {found.oneHand && <div className="alert warn">{say('settlement.oneHand')}</div>}
      {found.questions > 0 && settles && (
        <div className="alert info">{say('settlement.questions', { count: found.questions })}</div>
      )}
    </div>
  )
}

/** From the gross to the payout, a line each: what is taken off stands with its minus. */
function Sum({ found }: { found: StatementDetail }) {
  const money = (minor: number) => formatMoney(minor, found.currency)
  const by = (who: StatementDetail['confirmedBy'], at: string | null) =>
    who && at && say('settlement.by', { name: nameOf(who), time: formatDateTime(at) })
  const lines = [
    [say('settlement.column.visits'), found.visits],
    [say('settlement.column.gross'), money(found.gross)],
    [say('settlement.column.paymentFee'), money(-found.paymentFee)],
    [say('settlement.column.net'), money(found.net)],
    [say('settlement.column.platformFee'), money(-found.platformFee)],
    [say('settlement.column.share'), money(found.share)],
    ...(moved(found) === 0 ? [] : [[say('settlement.column.adjustment'), money(moved(found))] as const]),
    [say('settlement.column.cost'), money(-found.cost)],
    [say('settlement.column.payout'), <b key="payout">{money(found.payout)}</b>],
    [say('settlement.column.bank'), bankText(found)],
    [say('settlement.column.settleOn'), formatDate(found.settleOn)],
    [say('settlement.confirmedBy'), by(found.confirmedBy, found.confirmedAt)],
    [say('settlement.paidBy'), by(found.paidBy, found.paidAt)],
    [say('settlement.column.reference'), found.reference],
  ] as const
  return (
    <dl className="settlesum">
      {lines
        .filter(([, said]) => said !== null && said !== undefined && said !== '')
        .map(([label, said]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{said}</dd>
          </div>
        ))}
    </dl>
  )
}

function Payouts({ found }: { found: StatementDetail }) {
  if (found.payouts.length === 0) return null
  const sum = (minor: number) => formatMoney(minor, found.currency)
  return (
    <>
      <h3 className="f14 b settlehead">{say('settlement.payouts')}</h3>
      <ul className="settlelines">
        {found.payouts.map((one) => (
          <li key={one.id}>
            <div>
              {one.outcome === 'paid'
                ? say('settlement.payoutPaid', { sum: sum(one.amount), reference: one.reference ?? '' })
                : say('settlement.payoutRefused', { sum: sum(one.amount), reason: one.reason ?? '' })}
            </div>
            <div className="t3 f12 num">
              {[
                say('settlement.bank', one.bank),
                say('settlement.by', { name: nameOf(one.by), time: formatDateTime(one.at) }),
                ...(one.cost ? [`${say('settlement.column.cost')} ${sum(one.cost)}`] : []),
              ].join(say('common.dot'))}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
