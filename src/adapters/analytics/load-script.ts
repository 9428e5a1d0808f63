/** Adds a third-party script to the page. A script that cannot be loaded is ignored. */
export type LoadScript = (address: string) => void;

/** Loads each address once per document. */
export function createScriptLoader(document: Document): LoadScript {
  const loaded = new Set<string>();
  return (address) => {
    if (loaded.has(address)) return;
    loaded.add(address);
    const script = document.createElement('script');
    script.async = true;
    script.src = address;
    document.head.append(script);
  };
}
