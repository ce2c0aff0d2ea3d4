export type Listener<T> = (value: T) => void;

/** Events by name. A listener that throws keeps no other from hearing. */
export class Emitter<Events extends object> {
  private readonly listeners = new Map<keyof Events, Set<Listener<any>>>();

  /** Returns what takes the listener away again. */
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    const known = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, known.add(listener));
    return () => this.off(name, listener);
  }

  off<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): void {
    this.listeners.get(name)?.delete(listener);
  }

  protected emit<Name extends keyof Events>(name: Name, value: Events[Name]): void {
    for (const listener of [...(this.listeners.get(name) ?? [])]) {
      try {
        listener(value);
      } catch (error) {
        console.error(error);
      }
    }
  }

  protected forgetListeners(): void {
    this.listeners.clear();
  }
}
