export function lowContrast(least: number): string[];
export function decorated(): string[];
export function sticksOut(): string[];
export function smallTargets(least: number): string[];
export function namelessControls(): string[];
export function focusedName(): string;
export function focusIsVisible(): boolean;
