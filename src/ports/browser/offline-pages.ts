/** The copies of visited pages that this browser keeps for times without a connection. */
export interface OfflinePages {
  /** Deletes all copies. Never throws; a browser that keeps no copies does nothing. */
  forget(): void;
}
