/**
 * The loader: opens the script hook at once, inflates the script of the page and runs it.
 *
 * The page's policy admits exactly this text and exactly that script, by their digests.
 */
(() => {
  /** @type {any} */
  const hook = { state: () => ({ error: "the page is not ready: wait for window.symdt.ready" }) };
  hook.ready = new Promise((resolve, reject) => Object.assign(hook, { resolve, reject }));
  hook.set = hook.state;
  /** @type {any} */
  const scope = window;
  scope.symdt = hook;
  const run = async () => {
    const packed = Uint8Array.from(atob(document.getElementById("script")?.textContent ?? ""), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    const text = await new Response(stream).text();
    const policy = scope.trustedTypes?.createPolicy("symdt", { createScript: (/** @type {string} */ s) => s });
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = policy ? policy.createScript(text) : text;
    document.body.append(script);
  };
  run().catch(hook.reject);
})();
