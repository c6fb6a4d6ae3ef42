const INSECURE =
  '浏览器只让 https 的网址用摄像头，而这里不是。请用 https 的网址打开货桥（问管理员要），或者用扫码枪，或者手工输入。'

/** Why the camera cannot be used, and what to do. `name`: of the error that the browser gave; undefined: it has no camera interface. */
export function cameraWords(name: string | undefined, isSecure: boolean): string {
  if (!isSecure) return INSECURE
  switch (name) {
    case 'NotAllowedError':
      return '没有得到用摄像头的许可。在浏览器的网站设置里（地址栏左边的图标）允许“摄像头”，再点重试。'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return '这台设备没有摄像头。请用扫码枪，或者手工输入运单号。'
    case 'NotReadableError':
    case 'AbortError':
      return '摄像头打不开，可能正被别的应用占用。关掉别的应用，再点重试。'
    default:
      return '这个浏览器不能用摄像头。请换新版的 Chrome 或 Safari，或者用扫码枪，或者手工输入。'
  }
}
