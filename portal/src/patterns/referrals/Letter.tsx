import { DownloadOutlined, ShareAltOutlined } from '@ant-design/icons'
import { getReferral } from '@teleward/contract/referrals/endpoints.ts'
import { getReferralFile } from '@teleward/contract/referrals/outside-endpoints.ts'
import type { ReferralAction } from '@teleward/contract/referrals/rules.ts'
import type { AttachedFile, Referral, ReferralDetail } from '@teleward/contract/referrals/schema.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fileOf } from '../../api/client.ts'
import { saveAs } from '../../api/exportSheet.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery, showError } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { DetailDrawer } from '../DetailDrawer.tsx'
import { saveDocument } from '../documents.ts'
import { FailedLine } from '../FailedLine.tsx'
import type { DrawerStep } from '../listProps.ts'
import { LinkPanel } from './LinkPanel.tsx'
import { Due, fromOf, History, personOf, StateTag, stepsOf, toOf, Urgent } from './looks.tsx'
import { Records } from './Records.tsx'

const Words = ({ text }: { text: string }) => <span className="memo">{text}</span>
const save = async (letter: string, file: AttachedFile) =>
  saveAs(await fileOf(getReferralFile, { params: { id: letter, file: file.id } }), file.name)

interface Props {
  id: string
  /** Undefined: it does not stand on this page of the list. */
  row: Referral | undefined
  busy: boolean
  onStep: (row: Referral, action: ReferralAction) => void
  /** It goes elsewhere. */
  onOnward: (row: Referral) => void
  onOpen: (id: string) => void
  move: DrawerStep
}
/** The letter as it was sent with what went along, what was answered, and who took which step. */
export function Letter({ id, row: listed, busy, onStep, onOnward, onOpen, move }: Props) {
  const detail = useQuery(endpointQuery(getReferral, { params: { id } }))
  // The list is told first of what changed; it may also not have the letter at all.
  const row = listed && (!detail.data || listed.version >= detail.data.version) ? listed : detail.data
  const reads = useRight('emr.read')
  if (!row)
    return (
      <DetailDrawer label={t('referrals.detail')} step={move} plain>
        {detail.error ? (
          <FailedLine error={detail.error} onRetry={() => void detail.refetch()} />
        ) : (
          <SkeletonBlock lines={6} />
        )}
      </DetailDrawer>
    )
  const steps = stepsOf(row)
  const onward = row.side === 'sender' && ['declined', 'withdrawn'].includes(row.state) && row.followedBy === null
  return (
    <DetailDrawer
      label={t('referrals.detail')}
      step={move}
      top={
        <>
          <StateTag state={row.state} />
          <Urgent urgency={row.urgency} />
          <Due dueAt={row.dueAt} />
        </>
      }
      head={
        <div className="whobox">
          <b>{row.patient.name}</b> <span className="t2 num">{personOf(row.patient)}</span>
        </div>
      }
      footer={
        <>
          {reads !== '-' && (
            <Button icon={<DownloadOutlined />} onClick={() => void saveDocument('referral', row.id).catch(showError)}>
              {t('referrals.pdf')}
            </Button>
          )}
          {onward && (
            <Button kind="primary" className="wide" icon={<ShareAltOutlined />} onClick={() => onOnward(row)}>
              {t('referrals.onward')}
            </Button>
          )}
          {steps.map((action, at) => (
            <Button
              key={action}
              className={at === 0 ? 'wide' : ''}
              kind={action === 'withdraw' || action === 'decline' ? 'bad' : at === 0 ? 'primary' : 'default'}
              disabled={busy}
              onClick={() => onStep(row, action)}
            >
              {t(`referrals.act.${action}`)}
            </Button>
          ))}
        </>
      }
    >
      <Facts row={row} onOpen={onOpen} />
      {detail.data ? (
        <Along detail={detail.data} row={row} />
      ) : detail.error ? (
        <FailedLine error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        <SkeletonBlock lines={3} />
      )}
      <div className="sech">{t('referrals.history')}</div>
      <History steps={row.history} />
    </DetailDrawer>
  )
}

/** What went along, and the link of an institution outside. */
function Along({ detail, row }: { detail: ReferralDetail; row: Referral }) {
  const { records, link } = detail
  const count = records ? records.notes.length + records.reports.length + records.files.length : 0
  return (
    <>
      {row.to.outside && row.side === 'sender' && <LinkPanel row={row} link={link} />}
      {(count > 0 || records === null) && <div className="sech">{t('referrals.attach')}</div>}
      {records && count > 0 && (
        <Records
          records={records}
          fileAct={(file) => (
            <button type="button" className="link" onClick={() => void save(row.id, file).catch(showError)}>
              {file.name}
            </button>
          )}
        />
      )}
      {records === null && <p className="t3">{t('referrals.records.closed')}</p>}
    </>
  )
}

function Facts({ row, onOpen }: { row: Referral; onOpen: (id: string) => void }) {
  const { outside } = row.to
  const other = (id: string | null, label: string): [string, ReactNode] => [
    label,
    id && (
      <button type="button" className="link" onClick={() => onOpen(id)}>
        {t('referrals.openOther')}
      </button>
    ),
  ]
  const facts: [label: string, value: ReactNode][] = [
    [t('referrals.column.from'), fromOf(row)],
    [t('referrals.column.to'), toOf(row)],
    [t('referrals.outside.code'), outside?.code],
    [t('referrals.outside.phone'), outside?.phone],
    [t('referrals.outside.address'), outside?.address],
    [t('referrals.reason'), <Words key="reason" text={row.reason} />],
    [t('referrals.visitOn'), row.visitOn && formatDate(row.visitOn)],
    [
      t(row.state === 'declined' ? 'referrals.reply.decline' : 'referrals.reply.report'),
      row.answer && <Words key="answer" text={row.answer} />,
    ],
    other(row.follows, t('referrals.follows')),
    other(row.followedBy, t('referrals.followedBy')),
  ]
  return (
    <dl className="desc">
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label} className="pair">
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
