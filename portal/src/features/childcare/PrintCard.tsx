import { SCHEDULE_OF, vaccines } from '@teleward/contract/childcare/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useMe } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { institutionName, nameOf } from '../../patterns/Patient.tsx'
import { formatDate, isoDay } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { callsOf } from './calls.ts'
import { doseText, vaccineText } from './words.tsx'
import '../../patterns/receipt.css'

/** The vaccination card on a page of its own, to print or to keep as PDF by the print dialog. */
export function PrintCard({ pid, onClose }: { pid: number; onClose: () => void }) {
  const query = useQuery(endpointQuery(callsOf.vaccination.get, { body: { pid } }))
  const me = useMe()
  const care = query.data
  return (
    <Modal
      open
      title={t('childcare.card')}
      okText={t('childcare.print')}
      cancelText={t('common.close')}
      okButtonProps={{ disabled: !care?.plan }}
      onOk={() => window.print()}
      onCancel={onClose}
      width={640}
      destroyOnHidden
    >
      {query.isError && !care && <p className="alert bad">{errorMessage(query.error)}</p>}
      {query.isPending && <SkeletonBlock lines={6} />}
      {care?.plan && (
        <article className="receiptsheet">
          <header>
            <h2>{t('childcare.card')}</h2>
            <p>
              {institutionName(me)}　{formatDate(isoDay())}
            </p>
            <p>
              <b>{nameOf(care.patient)}</b>
              {['', care.patient.birthday ? formatDate(care.patient.birthday) : null, care.patient.memberNo]
                .filter((one) => one !== null)
                .join('　')}
            </p>
          </header>
          <table className="ccdoses">
            <tbody>
              {vaccines.map((vaccine) => {
                const doses =
                  care.plan?.doses.filter((one) => one.vaccine === vaccine && one.state !== 'notNeeded') ?? []
                return doses.map((one, at) => {
                  const record = care.records.find(({ id }) => id === one.record)
                  return (
                    <tr key={`${vaccine}${one.dose}`} className={at === 0 ? 'first' : ''}>
                      {at === 0 && (
                        <th scope="rowgroup" rowSpan={doses.length}>
                          {vaccineText(vaccine)}
                        </th>
                      )}
                      <td className="nw">{doseText(one.dose)}</td>
                      {one.on ? (
                        <>
                          <td className="num nw">{formatDate(one.on)}</td>
                          <td>{[record?.lot, record?.place].filter(Boolean).join('　')}</td>
                        </>
                      ) : (
                        <td className="num" colSpan={2}>
                          {one.dueOn && t('childcare.dueOn', { date: formatDate(one.dueOn) })}
                        </td>
                      )}
                    </tr>
                  )
                })
              })}
            </tbody>
          </table>
          <p className="f12">{t('childcare.source', { date: SCHEDULE_OF })}</p>
        </article>
      )}
    </Modal>
  )
}
