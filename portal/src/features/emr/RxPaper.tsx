import { CopyOutlined } from '@ant-design/icons'
import { getRxString } from '@teleward/contract/emr/rx-endpoints.ts'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Modal, QRCode } from 'antd'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { copyText } from './copyText.ts'

const SIZE = 220
/** The prescription as text for the patient, and its QR code, which names nobody. */
export function RxPaper({ note, onClose }: { note: Note; onClose: () => void }) {
  const { data, error, refetch } = useQuery(endpointQuery(getRxString, { params: { qid: note.qid }, query: {} }))
  const rx = data?.find(({ noteId }) => noteId === note.id)
  const copy = () => void copyText(rx?.text ?? '')
  return (
    <Modal open title={t('rx.paper')} footer={null} onCancel={onClose}>
      {error ? (
        <ErrorState
          title={t('rx.paperFailed')}
          text={errorMessage(error)}
          code={codeOf(error)}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <SkeletonRows />
      ) : rx ? (
        <div className="rxpaper">
          <QRCode
            value={rx.qr}
            type="svg"
            size={SIZE}
            errorLevel="L"
            bordered={false}
            color="#000"
            bgColor="#fff"
            marginSize={4}
            aria-label={t('rx.qr', { number: rx.number })}
          />
          <p className="t3 f12">{t('rx.qrSays')}</p>
          <pre>{rx.text}</pre>
          <Button icon={<CopyOutlined />} onClick={copy}>
            {t('common.copy')}
          </Button>
        </div>
      ) : (
        <p className="t2">{t('rx.paperNone')}</p>
      )}
    </Modal>
  )
}
