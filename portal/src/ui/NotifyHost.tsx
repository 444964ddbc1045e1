import { CheckCircleOutlined, CloseCircleOutlined, InfoCircleOutlined, WarningOutlined } from '@ant-design/icons'
import useNotification from 'antd/es/notification/useNotification'
import { type ReactNode, useEffect } from 'react'
import { type Notice, registerDesk, secondsOf } from './notify.ts'
import { useQuestions } from './useQuestions.tsx'

const ICONS: Record<Notice['kind'], ReactNode> = {
  ok: <CheckCircleOutlined className="c-ok" />,
  info: <InfoCircleOutlined className="c-info" />,
  warn: <WarningOutlined className="c-warn" />,
  bad: <CloseCircleOutlined className="c-bad" />,
}
let serial = 0

function NoticeTitle({ notice: { title, action }, close }: { notice: Notice; close: () => void }) {
  if (!action) return title
  return (
    <span className="row">
      <span className="grow">{title}</span>
      <button
        type="button"
        className="act"
        onClick={() => {
          close()
          action.run()
        }}
      >
        {action.label}
      </button>
    </span>
  )
}

/**
 * Stands once in each layout; `notify` and `confirmAct` speak through it. Not by Ant Design's App, nor
 * by `notification` itself: they bring ways of speaking along that nobody uses here, before the first list.
 */
export function NotifyHost() {
  const [notification, notices] = useNotification({ top: 64 })
  const [ask, questions] = useQuestions()
  useEffect(() => {
    registerDesk({
      show(notice) {
        const key = notice.key ?? `notice-${++serial}`
        notification.open({
          key,
          className: 'notice',
          title: <NoticeTitle notice={notice} close={() => notification.destroy(key)} />,
          description: notice.text,
          icon: ICONS[notice.kind],
          duration: secondsOf(notice),
          placement: 'topRight',
          pauseOnHover: true,
          role: notice.kind === 'bad' ? 'alert' : 'status',
        })
      },
      close: (key) => notification.destroy(key),
      ask,
    })
    return () => registerDesk(null)
  }, [notification, ask])
  return (
    <>
      {notices}
      {questions}
    </>
  )
}
