// Which conversation was read last: whoever comes back to the list finds their place again.

let lastRead: string | undefined;

export function rememberRead(conversationId: string): void {
  lastRead = conversationId;
}

/** Once: after that the list is looked at anew. */
export function takeLastRead(): string | undefined {
  const found = lastRead;
  lastRead = undefined;
  return found;
}
