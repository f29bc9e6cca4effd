// Requests to the server that gave this page. The token stands behind the # of the address, which browsers keep to themselves.

export class ServerError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export async function ask(action, body = {}) {
  let response;
  try {
    response = await fetch(`/api/${action}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Zellige-Token": location.hash.slice(1) },
      body: JSON.stringify(body),
    });
  } catch {
    throw new ServerError(0, "the server does not answer; was it ended?");
  }
  let answer;
  try {
    answer = await response.json();
  } catch {
    answer = {};
  }
  if (!response.ok) throw new ServerError(response.status, answer.error || `the server answered ${response.status}`);
  return answer;
}
