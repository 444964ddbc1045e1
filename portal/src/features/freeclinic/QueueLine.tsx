import { CloudUploadOutlined, WarningOutlined } from '@ant-design/icons'
import { errorText, useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatTime } from '../../ui/format.ts'
import { confirmAct } from '../../ui/notify.ts'
import { confirmWork, discardWork, sendWorkAgain, useStationWork } from './queue.ts'

const isOdd = (code: string | undefined) => code === 'VALUE_IMPLAUSIBLE' || code === 'WEIGHT_CHANGE_IMPLAUSIBLE'

/** What was entered here and has not arrived: how many, and each that was refused with why. */
export function QueueLine({ eventid }: { eventid: number }) {
  const t = useT()
  const work = useStationWork().filter((one) => one.eventid === eventid)
  if (work.length === 0) return null
  const refused = work.filter(({ failed }) => failed !== undefined)
  const waiting = work.length - refused.length
  const drop = async (clientId: string, name: string) => {
    const sure = await confirmAct({
      title: t('freeclinic.queue.dropTitle', { name }),
      text: t('freeclinic.queue.dropText'),
      ok: t('freeclinic.queue.drop'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (sure) discardWork(clientId)
  }
  return (
    <div className="clinicqueue" role="status">
      {waiting > 0 && (
        <p className="alert info">
          <CloudUploadOutlined />
          {t('freeclinic.queue.waiting', { count: waiting })}
        </p>
      )}
      {refused.map((one) => (
        <div key={one.clientId} className="alert bad">
          <WarningOutlined />
          <span className="grow">
            <b>{one.name}</b> <span className="num">{formatTime(one.at)}</span>{' '}
            {errorText(one.failed ?? 'ERROR', one.failedBy)}
          </span>
          {isOdd(one.failed) ? (
            <Button size="sm" onClick={() => confirmWork(one.clientId)}>
              {t('freeclinic.oddOk')}
            </Button>
          ) : (
            <Button size="sm" onClick={() => sendWorkAgain(one.clientId)}>
              {t('freeclinic.queue.again')}
            </Button>
          )}
          <Button size="sm" kind="bad" onClick={() => void drop(one.clientId, one.name)}>
            {t('freeclinic.queue.drop')}
          </Button>
        </div>
      ))}
    </div>
  )
}
