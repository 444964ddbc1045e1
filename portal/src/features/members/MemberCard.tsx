import { FileTextOutlined, StopOutlined } from '@ant-design/icons'
import type { MemberRow } from '@teleward/contract/members/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { ageOf, allergiesIn, authorisationOf, either, nameOf, otherNameOf } from '../../patterns/Patient.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { FactLine } from '../../ui/FactLine.tsx'
import { AllergyLine, AuthorisationTag, OtherName, VipMark } from '../../ui/PatientHeader.tsx'
import { ActButtons, type MemberContext, type Offer } from '../../patterns/memberActs.tsx'
import { numbersOf, TwinSign } from './columns.tsx'
import { CardMarks, type MarkParts } from './marks.tsx'
import { dayText, readingText, whenText } from './labels.ts'

interface Props {
  row: MemberRow
  acts: (of: MemberContext) => Offer[]
  parts: MarkParts
  open: boolean
  onOpen: () => void
}

/** A member at a glance: who, what must not be overlooked, what was measured, when next, and what can be done. */
export function MemberCard({ row, acts, parts, open, onOpen }: Props) {
  const name = nameOf(row)
  const record = acts(row).find(({ act }) => act === 'emr')
  const off = row.status !== 'active'
  return (
    <article className={`mcard ${open ? 'on' : ''} ${off ? 'off' : ''}`}>
      <button type="button" className="mbody" onClick={onOpen}>
        <span className="row top">
          <Avatar name={name} seed={row.pid} size="lg" />
          <span className="grow">
            <span className="row pname">
              <span className="ell b" title={name}>
                {name}
              </span>
              <OtherName name={otherNameOf(row)} />
              {row.vip && <VipMark />}
              <TwinSign row={row} />
            </span>
            <span className="f12 t3 num blk">
              <FactLine of={[off ? '' : ageOf(row), numbersOf(row), either(row.unitName, row.unitNameEn)]} />
            </span>
          </span>
        </span>
        {off ? (
          <span className="moff">
            <span className="row">
              <StopOutlined />
              {t(`members.statusText.${row.status === 'partnerDisabled' ? 'partnerDisabled' : 'unitDisabled'}`)}
            </span>
            {row.changedAt && (
              <span className="f12 t3 num">{t('members.statusSince', { date: dayText(row.changedAt) })}</span>
            )}
          </span>
        ) : (
          <Facts row={row} parts={parts} />
        )}
      </button>
      {!off && (
        <div className="mfoot">
          <ActButtons of={row} acts={acts} first={['call', 'book', 'message', 'upload']} />
          <span className="grow" />
          {record && (
            <Button
              size="sm"
              icon={<FileTextOutlined />}
              disabled={record.why !== undefined}
              title={record.why}
              onClick={record.run}
            >
              {record.label}
            </Button>
          )}
        </div>
      )}
    </article>
  )
}

function Facts({ row, parts }: Pick<Props, 'row' | 'parts'>) {
  return (
    <>
      <CardMarks row={row} parts={parts} />
      <AllergyLine value={allergiesIn(row)} />
      <span className="mread">
        {row.readings.map((reading) => (
          <span key={reading.kind}>
            <span className="f12 t3">{t(`members.reading.${reading.kind as 'weight'}`)}</span>
            <b className={`num ${reading.flagged ? 'c-bad' : ''}`}>{readingText(reading)}</b>
          </span>
        ))}
      </span>
      <span className="row f12 mstate">
        <AuthorisationTag value={authorisationOf(row)} />
        {row.next && <span className="num t2">{whenText(row.next.startAt)}</span>}
        {!row.next && row.lastVisitAt && <span className="num t3">{dayText(row.lastVisitAt)}</span>}
      </span>
    </>
  )
}
