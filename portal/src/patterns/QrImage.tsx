import { QRCode } from 'antd'
import './qr.css'

const SIZE = 184
/** Read by a camera: dark on light in every theme, with a margin of four modules. */
export function QrImage({ value, label }: { value: string; label: string }) {
  return (
    <div className="qrbox">
      <QRCode
        value={value}
        type="svg"
        size={SIZE}
        bordered={false}
        color="#000"
        bgColor="#fff"
        marginSize={4}
        aria-label={label}
      />
    </div>
  )
}
