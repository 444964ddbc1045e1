import { WarningOutlined } from '@ant-design/icons'
import { Modal } from 'antd'
import { useEffect } from 'react'
import type { Ask } from './notify.ts'

/** The dialog that asks before an act: of a part of its own, since the first list asks nothing. */
export default function Questions({ ready }: { ready: (ask: Ask) => void }) {
  const [modal, questions] = Modal.useModal()
  useEffect(() => {
    ready(
      (question) =>
        new Promise((answer) => {
          modal.confirm({
            title: question.title,
            content: question.text,
            icon: <WarningOutlined className={question.danger ? 'c-bad' : 'c-warn'} />,
            okText: question.ok,
            cancelText: question.cancel,
            okButtonProps: { danger: question.danger },
            // A slip of the Enter key must not delete anything.
            autoFocusButton: question.danger ? 'cancel' : 'ok',
            onOk: () => answer(true),
            onCancel: () => answer(false),
          })
        }),
    )
  }, [modal, ready])
  return questions
}
