import { useT } from '../../i18n/i18n.ts'

/** Recording was not agreed to before: asked once, in the call, with both answers equally near. */
export function RecordingAsk({ busy, onAnswer }: { busy: boolean; onAnswer: (agree: boolean) => void }) {
  const t = useT()
  return (
    <div className="lk-ask" role="alertdialog" aria-label={t('link.room.askTitle')}>
      <b>{t('link.room.askTitle')}</b>
      <p>{t('link.room.askText')}</p>
      <div className="lk-pair">
        <button type="button" className="lk-mini" disabled={busy} onClick={() => onAnswer(false)}>
          {t('link.room.askNo')}
        </button>
        <button type="button" className="lk-mini yes" disabled={busy} onClick={() => onAnswer(true)}>
          {t('link.room.askYes')}
        </button>
      </div>
    </div>
  )
}
