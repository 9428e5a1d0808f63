/** Built by the checkout's engineer. */
export default function Placeholder() {
  return null;
}
