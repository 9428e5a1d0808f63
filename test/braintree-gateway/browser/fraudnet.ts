/** Simulates the script that collects device data: it marks the page (`data-fraudnet`) and sends nothing. */
document.documentElement.dataset.fraudnet = 'collected';

export {};
